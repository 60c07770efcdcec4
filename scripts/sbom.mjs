// npm run sbom [-- FILE]: writes the installed production dependencies as CycloneDX to dist/sbom.cdx.json or FILE. The
// file is not committed.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { installWhenNeeded, root } from './install.mjs';

await installWhenNeeded();
const { name } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8'));
const npm = process.env.npm_execpath;
// Lists everything: `--omit dev` would also omit packages that development tools share, e.g. react.
const args = ['sbom', '--sbom-format', 'cyclonedx'];
const options = { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, stdio: ['ignore', 'pipe', 'inherit'] };
const made = npm?.endsWith('.js')
  ? spawnSync(process.execPath, [npm, ...args], options)
  : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
if (made.status !== 0) {
  console.error('物料清单没有生成，请检查 npm 的版本（需要 10 或以上）和依赖是否完整安装。');
  process.exit(1);
}
const bom = JSON.parse(made.stdout);
const { packages } = JSON.parse(readFileSync(resolve(root, 'package-lock.json'), 'utf8'));
const nameAt = (path) => JSON.parse(readFileSync(resolve(root, path, 'package.json'), 'utf8')).name;
const shipped = new Set(
  Object.entries(packages)
    .filter(([path, { dev }]) => path && !dev && existsSync(resolve(root, path)))
    .map(([path, { version }]) => `pkg:npm/${nameAt(path)}@${version}`),
);
bom.components = bom.components.filter(({ purl }) => shipped.has(decodeURIComponent(purl)));
const refs = new Set([...bom.components, bom.metadata.component].map((component) => component['bom-ref']));
bom.dependencies = bom.dependencies
  .filter(({ ref }) => refs.has(ref))
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) }));
// npm names the product by its directory and adds the download address of each package.
Object.assign(bom.metadata.component, { name, type: 'application' });
for (const component of bom.components)
  component.externalReferences = component.externalReferences?.filter(({ type }) => type !== 'distribution');
const file = resolve(process.env.INIT_CWD ?? root, process.argv[2] ?? resolve(root, 'dist/sbom.cdx.json'));
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, `${JSON.stringify(bom, null, 1)}\n`);
console.log(`物料清单已写入 ${file}（${bom.components.length} 个组件）`);
