#!/bin/sh
# Prints the path of a Chromium for the browser tests, after installing one where the package manager may do so. One
# without a user interface of its own is preferred: it takes a third of the processor time.
find_one() {
    for name in "${CHROMIUM_PATH:-}" chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable; do
        [ -n "$name" ] && command -v "$name" && return 0
    done
    return 1
}
root=
[ "$(id -u)" = 0 ] || root="sudo -n"
# Another installation may be under way: apt waits for its end instead of giving up.
apt="apt-get -o DPkg::Lock::Timeout=300 install -y --no-install-recommends"
# Without a Chinese font every Chinese character is a narrow box, and layouts are measured wrongly.
if command -v fc-list >/dev/null 2>&1 && [ -z "$(fc-list :lang=zh)" ]; then
    for install in "$apt fonts-wqy-microhei" "dnf install -y wqy-microhei-fonts" "apk add font-wqy-zenhei"; do
        if command -v "${install%% *}" >/dev/null 2>&1; then
            echo "Installing a Chinese font for the browser tests …" >&2
            case $install in apt-get*) $root apt-get update -qq >&2 ;; esac
            $root $install >/dev/null || echo "There is no Chinese font: layouts in Chinese cannot be measured." >&2
        fi
    done
fi
find_one && exit 0
for install in "$apt chromium-headless-shell" "$apt chromium" "dnf install -y chromium" "apk add chromium"; do
    if command -v "${install%% *}" >/dev/null 2>&1; then
        echo "Installing Chromium for the browser tests …" >&2
        case $install in apt-get*) $root apt-get update -qq >&2 ;; esac
        $root $install >/dev/null && find_one && exit 0
    fi
done
echo "There is no Chromium, and it could not be installed: the browser tests are left out." >&2
echo "Install chromium, or set CHROMIUM_PATH, and run again." >&2
exit 0
