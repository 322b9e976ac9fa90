# Inside the rig: presses buttons one after the other, each "PIN", "PIN:SECONDS" or, held together, "PIN+PIN:SECONDS".
# "PIN:bounce" is a tap whose contact bounces. Waiting is a builtin here: starting a program takes long on the rig.
pins=$(dirname "$(ls -d /sys/devices/platform/gpio-sim.*/gpiochip*/sim_gpio0)")
exec 9<> <(:)
wait_for() { read -rt "$1" -u 9 || true; }
all() { for pin in ${1//+/ }; do echo "$2" > "$pins/sim_gpio$pin/pull"; done; }
for press in "$@"; do
    buttons=${press%%:*} seconds=0.1
    case $press in
        *:bounce) for _ in 1 2 3 4 5 6; do all "$buttons" pull-down; all "$buttons" pull-up; done ;;
        *:*) seconds=${press##*:} ;;
    esac
    all "$buttons" pull-down
    wait_for "$seconds"
    all "$buttons" pull-up
    case $press in *:bounce) for _ in 1 2 3; do all "$buttons" pull-down; all "$buttons" pull-up; done ;; esac
    wait_for 0.4
done
