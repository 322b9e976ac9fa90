#!/bin/bash
# blank.sh FOLDER: a machine as blank as a freshly written card, with FOLDER/vmlinuz and FOLDER/initrd.img and two disks to choose from:
# FOLDER/blank.img has all that the table needs of the system, FOLDER/bare.img none of it.
# Debian 13 with cloud-init set up as Raspberry Pi OS has it; picamera2 and lgpio, which Debian lacks, are empty modules.
# Once, as root: apt-get install -y --no-install-recommends qemu-system-x86 qemu-utils qemu-system-gui seabios ipxe-qemu mmdebstrap mtools dosfstools
set -e
W=$(realpath -m "$1"); R=$W/root; mkdir -p "$W"; rm -rf "$R"
MIRROR=${MIRROR:-$(sed -n 's/^URIs: *//p' /etc/apt/sources.list.d/debian.sources | head -1)}
mmdebstrap --arch=amd64 --variant=minbase --aptopt='Apt::Install-Recommends "false"' \
  --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
  --include=systemd,systemd-sysv,dbus,udev,kmod,iproute2,sudo,procps,python3,ca-certificates,linux-image-amd64,initramfs-tools,kbd \
  --include=openssh-server,avahi-daemon,cloud-init,netplan.io,systemd-resolved,libgbm1,libegl1,libgles2 \
  trixie "$R" "$MIRROR"
for module in picamera2 lgpio; do mkdir -p "$R/usr/lib/python3/dist-packages/$module"; : > "$R/usr/lib/python3/dist-packages/$module/__init__.py"; done
cat > "$R/etc/cloud/cloud.cfg.d/99_raspberry-pi.cfg" <<'END'
datasource_list: [ NoCloud, None ]
datasource:
  NoCloud:
    seedfrom: file:///boot/firmware
END
mkdir -p "$R/boot/firmware" "$R/etc/systemd/system/cloud-init-local.service.d" "$R/etc/systemd/system/serial-getty@ttyS0.service.d"
printf '[Unit]\nRequiresMountsFor=/boot/firmware\n' > "$R/etc/systemd/system/cloud-init-local.service.d/boot.conf"
printf '/dev/vda / ext4 rw,relatime 0 1\n/dev/vdb /boot/firmware vfat rw 0 2\n' > "$R/etc/fstab"
# The test asks its questions on the serial line.
printf '[Service]\nExecStart=\nExecStart=-/sbin/agetty -a root --keep-baud 115200 - $TERM\n' > "$R/etc/systemd/system/serial-getty@ttyS0.service.d/auto.conf"
# An emulated processor takes its time.
mkdir -p "$R/etc/systemd/system/dice-table.service.d"
printf '[Service]\nTimeoutStartSec=900\nWatchdogSec=420\n' > "$R/etc/systemd/system/dice-table.service.d/rig.conf"
chroot "$R" passwd -d root >/dev/null
chroot "$R" systemctl enable systemd-networkd systemd-resolved >/dev/null 2>&1
chroot "$R" systemctl mask systemd-networkd-wait-online apt-daily.timer apt-daily-upgrade.timer systemd-firstboot >/dev/null 2>&1
sed -i 's/^MODULES=.*/MODULES=list/' "$R/etc/initramfs-tools/initramfs.conf"
printf 'virtio_pci\nvirtio_blk\next4\ncrc32c_generic\n' > "$R/etc/initramfs-tools/modules"
mount -t proc proc "$R/proc"; mount --bind /dev "$R/dev"; trap 'umount "$R/proc" "$R/dev"' EXIT
chroot "$R" update-initramfs -u -k all >/dev/null 2>&1
cp "$(ls "$R"/boot/vmlinuz-* | head -1)" "$W/vmlinuz"; cp "$(ls "$R"/boot/initrd.img-* | head -1)" "$W/initrd.img"
disk() {
  umount "$R/proc" "$R/dev"; trap - EXIT
  rm -f "$W/$1.img"; mke2fs -q -t ext4 -L root -d "$R" "$W/$1.img" 3G
}
disk blank
mount -t proc proc "$R/proc"; mount --bind /dev "$R/dev"; trap 'umount "$R/proc" "$R/dev"' EXIT
rm -r "$R"/usr/lib/python3/dist-packages/{picamera2,lgpio}
chroot "$R" apt-get -qq --yes purge libgbm1 libegl1 libgles2 libegl-mesa0 >/dev/null
chroot "$R" apt-get -qq --yes autoremove --purge >/dev/null
rm -rf "$R"/var/lib/apt/lists/* "$R"/var/cache/apt/archives/*.deb
# The mirrors of tests/appliance/mirror.py, which the emulator's host is a proxy for.
printf 'deb http://debian.test trixie main\ndeb [trusted=yes] http://pi.test ./\n' > "$R/etc/apt/sources.list"
echo 'Acquire::http::Proxy "http://10.0.2.2:3142";' > "$R/etc/apt/apt.conf.d/90proxy"
disk bare
