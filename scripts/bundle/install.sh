#!/bin/sh
# Installs or upgrades the product on a machine without Internet, or goes back to the version before:
#   ./install.sh             as root, in the unpacked archive
#   ./install.sh --rollback  the version before runs again; its database has to be of that version (docs/operations.md)
# ROOT names another root directory: nothing outside of it is touched, and no service is started. LINK=yes links the
# files where that is possible, for a Debian package, which has them on the same disk.
set -eu
root=${ROOT:-}
here=$(cd "$(dirname "$0")" && pwd)
home="$root/opt/occhealth"
env_file="$root/etc/occhealth.env"
data="$root/var/lib/occhealth"
backups="$root/var/backups/occhealth"
url=${READY_URL:-http://127.0.0.1:8080/readyz}

fail() { echo "$1" >&2; exit 1; }
service() { [ -z "$root" ] && command -v systemctl >/dev/null 2>&1; }

# Points `current` to a release in one step; the one before becomes `previous`.
switch_to() {
  if [ -L "$home/current" ]; then ln -sfn "$(readlink "$home/current")" "$home/previous"; fi
  ln -sfn "$1" "$home/current.new" && mv -T "$home/current.new" "$home/current"
}

# Removes the releases that neither `current` nor `previous` names: each is some 200 MB.
prune() {
  for release_folder in "$home"/releases/*; do
    [ -d "$release_folder" ] || continue
    case "$release_folder" in "$(readlink "$home/current" || true)"|"$(readlink "$home/previous" || true)") ;; *) rm -rf "$release_folder" ;; esac
  done
}

ready() {
  tries=0
  while [ $tries -lt 60 ]; do
    if "$home/current/bin/node" -e "fetch('$url').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"; then return 0; fi
    tries=$((tries + 1)); sleep 2
  done
  return 1
}

[ -n "$root" ] || [ "$(id -u)" = 0 ] || fail "请以 root 运行 install.sh。"

if [ "${1:-}" = --rollback ]; then
  [ -L "$home/previous" ] || fail "没有以前的版本，无法回退。"
  if service; then systemctl stop occhealth; fi
  switch_to "$(readlink "$home/previous")"
  if service; then systemctl start occhealth; ready || fail "回退后的版本没有就绪，请查看 journalctl -u occhealth；数据库已被新版升级的，请恢复升级前的备份。"; fi
  echo "已回退到 $(readlink "$home/current")。"
  exit 0
fi

echo "正在校验文件…"
(cd "$here" && sha256sum --quiet -c SHA256SUMS) || fail "安装包不完整，请重新复制后再试。"
"$here/bin/node" -v >/dev/null 2>&1 || fail "安装包中的 Node 不能在本机运行，请使用与本机处理器相同平台的安装包。"

if [ -z "$root" ] && ! id occhealth >/dev/null 2>&1; then
  useradd --system --home-dir /var/lib/occhealth --shell /usr/sbin/nologin occhealth
fi
mkdir -p "$home/releases" "$data" "$backups" "$root/etc/systemd/system" "$root/usr/local/bin"
chmod 0700 "$data" "$backups"
if [ -z "$root" ]; then chown occhealth:occhealth "$data" "$backups"; fi

if [ ! -e "$env_file" ]; then
  umask_before=$(umask); umask 027
  cat > "$env_file" <<EOF
# docs/operations.zh-CN.md, .env.example
DATA_DIR=/var/lib/occhealth
SECRET_KEY=$("$here/bin/node" -e "console.log(require('node:crypto').randomBytes(32).toString('base64'))")
FIRST_PASSWORDS=file
DEMO=off
BACKUP_DIR=/var/backups/occhealth
# PUBLIC_URL=https://lab.example.com
# TRUST_PROXY=on
EOF
  umask "$umask_before"
  if [ -z "$root" ]; then chown root:occhealth "$env_file"; chmod 0640 "$env_file"; fi
fi

release=$(basename "$here")
target="$home/releases/$release"
if [ "$here" != "$target" ]; then
  rm -rf "$target.new"
  if [ "${LINK:-no}" != yes ] || ! cp -al "$here" "$target.new" 2>/dev/null; then rm -rf "$target.new"; cp -a "$here" "$target.new"; fi
  chmod -R go+rX "$target.new"
  if [ -e "$target" ]; then
    # The same version again: what ran until now is kept beside it, and is what a rollback goes back to.
    kept="$target.$(date +%Y%m%d%H%M%S)"
    mv "$target" "$kept"
    if [ "$(readlink "$home/current" || true)" = "$target" ]; then ln -sfn "$kept" "$home/current"; fi
  fi
  mv "$target.new" "$target"
fi

sed -e 's|^WorkingDirectory=.*|WorkingDirectory=/opt/occhealth/current/app|' \
    -e 's|^ExecStart=.*|ExecStart=/opt/occhealth/current/bin/node dist/server/supervisor.js|' \
    "$target/app/docs/operations/occhealth.service" > "$root/etc/systemd/system/occhealth.service"
cat > "$root/usr/local/bin/occhealth" <<'EOF'
#!/bin/sh
exec runuser -u occhealth -- /opt/occhealth/current/bin/node /opt/occhealth/current/app/dist/server/main.js -- --env-file /etc/occhealth.env "$@"
EOF
cat > "$root/usr/local/bin/occhealth-rollback" <<'EOF'
#!/bin/sh
exec /opt/occhealth/current/install.sh --rollback
EOF
chmod 0755 "$root/usr/local/bin/occhealth" "$root/usr/local/bin/occhealth-rollback"

upgrade=no
if [ -L "$home/current" ]; then upgrade=yes; fi
if [ $upgrade = yes ] && service; then
  /usr/local/bin/occhealth backup "/var/backups/occhealth/before-$release-$(date +%Y%m%d%H%M%S).tar" || fail "升级前的备份没有成功，没有升级。"
  systemctl stop occhealth
fi
switch_to "$target"
if service; then
  systemctl daemon-reload
  systemctl enable --quiet occhealth
  systemctl start occhealth || true
  if ! ready; then
    if [ $upgrade = yes ]; then
      systemctl stop occhealth
      switch_to "$(readlink "$home/previous")"
      systemctl start occhealth || true
      fail "新版没有就绪，已换回以前的版本；数据库已被新版升级的，请恢复升级前的备份。原因见 journalctl -u occhealth。"
    fi
    fail "服务没有就绪，请运行 occhealth doctor，并查看 journalctl -u occhealth。"
  fi
fi
prune
echo "已安装 $release。检查运行环境：occhealth doctor"
