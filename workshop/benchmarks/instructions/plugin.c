/* A plugin for qemu's user emulation that counts instructions, whatever the processor: __main__.py uses it.
 *
 * It prints the number so far whenever the program closes file -424242, which no program has. Right for one thread.
 * What qemu-plugin.h declares stands here, as Debian's qemu-user comes without it.
 */
#include <inttypes.h>
#include <stdio.h>

#define ASKED -424242
#define ADD 0

struct qemu_plugin_tb;
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *);
void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t id, void (*)(uint64_t id, struct qemu_plugin_tb *));
void qemu_plugin_register_vcpu_tb_exec_inline(struct qemu_plugin_tb *, int, void *counter, uint64_t number);
void qemu_plugin_register_vcpu_syscall_cb(
    uint64_t id, void (*)(uint64_t id, unsigned processor, int64_t call, uint64_t first, ...));

int qemu_plugin_version = 1;
static uint64_t taken;

static void translated(uint64_t id, struct qemu_plugin_tb *block)
{
    (void)id;
    qemu_plugin_register_vcpu_tb_exec_inline(block, ADD, &taken, qemu_plugin_tb_n_insns(block));
}

static void called(uint64_t id, unsigned processor, int64_t call, uint64_t first, ...)
{
    (void)id, (void)processor, (void)call;
    if ((int32_t)first == ASKED)
        fprintf(stderr, "%" PRIu64 "\n", taken);
}

int qemu_plugin_install(uint64_t id, const void *emulator, int argc, char **argv)
{
    (void)emulator, (void)argc, (void)argv;
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_vcpu_syscall_cb(id, called);
    return 0;
}
