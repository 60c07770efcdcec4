// The bundle as a Debian package: the same tree, and scripts that run its installer.
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const architectures = { 'linux-x64': 'amd64', 'linux-arm64': 'arm64' };

/**
 * Folder of the tree in the package. The installer links it into /opt/occhealth/releases: an upgrade removes it here
 * and leaves it there.
 */
const packageFolder = '/usr/lib/occhealth';

const postinst = (name) => `#!/bin/sh
set -e
[ "$1" = configure ] || exit 0
ROOT="\${DPKG_ROOT:-}" LINK=yes sh "\${DPKG_ROOT:-}${packageFolder}/${name}/install.sh"
`;

const prerm = `#!/bin/sh
set -e
[ "$1" = remove ] && [ -z "\${DPKG_ROOT:-}" ] && command -v systemctl >/dev/null 2>&1 || exit 0
systemctl disable --now --quiet occhealth || true
`;

// Data, backups and settings stay, also with purge: the key in the settings exists nowhere else.
const postrm = `#!/bin/sh
set -e
[ "$1" = remove ] || exit 0
root="\${DPKG_ROOT:-}"
rm -rf "$root/opt/occhealth" "$root/usr/local/bin/occhealth" "$root/usr/local/bin/occhealth-rollback" "$root/etc/systemd/system/occhealth.service"
if [ -z "$root" ] && command -v systemctl >/dev/null 2>&1; then systemctl daemon-reload || true; fi
echo "数据、备份和设置没有删除：/var/lib/occhealth、/var/backups/occhealth、/etc/occhealth.env"
`;

const control = ({ version, platform, kilobytes }) => `Package: occhealth
Version: ${version}
Architecture: ${architectures[platform]}
Maintainer: occhealth <root@localhost>
Installed-Size: ${kilobytes}
Depends: libc6 (>= 2.28), libstdc++6, passwd
Section: misc
Priority: optional
Description: back office of occupational-health laboratories
 Server, console and their own Node. Its data are in /var/lib/occhealth, its
 settings in /etc/occhealth.env. An upgrade keeps the version before;
 "occhealth-rollback" goes back to it.
`;

/** Returns the file name of a package, as Debian names them. */
export const debianName = (version, platform) => `occhealth_${version}_${architectures[platform]}.deb`;

/**
 * Makes a Debian package of a bundle's tree.
 * @param tree folder of the bundle
 * @param work folder for intermediate files
 * @param file path of the package
 * @returns a sentence where dpkg-deb is missing or fails, else undefined
 */
export function makeDebianPackage({ tree, name, version, platform, bytes, work, file }) {
  const folder = join(work, 'deb');
  const place = join(folder, packageFolder, name);
  mkdirSync(join(folder, 'DEBIAN'), { recursive: true });
  cpSync(tree, place, { recursive: true });
  chmodSync(folder, 0o755);
  const scripts = { postinst: postinst(name), prerm, postrm };
  writeFileSync(join(folder, 'DEBIAN/control'), control({ version, platform, kilobytes: Math.ceil(bytes / 1024) }));
  for (const [script, text] of Object.entries(scripts))
    writeFileSync(join(folder, 'DEBIAN', script), text, { mode: 0o755 });
  const made = spawnSync('dpkg-deb', ['--root-owner-group', '-Zgzip', '--build', folder, file], { encoding: 'utf8' });
  if (made.error) return '本机没有 dpkg-deb，无法制作 Debian 软件包；请在 Debian 或 Ubuntu 上制作，或不加 --deb。';
  return made.status === 0 ? undefined : `没有制作 Debian 软件包：${made.stderr.trim()}`;
}
