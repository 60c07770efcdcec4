import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { root } from '@server/base/root';
import { measured } from '../support/measured';

// QUALITY IN16: what is installed was chosen, is licensed for our use, and runs no install script.

interface Locked {
  version: string;
  integrity?: string;
  resolved?: string;
  dev?: boolean;
  optional?: boolean;
  hasInstallScript?: boolean;
}

const json = <T>(path: string): T => JSON.parse(readFileSync(join(root, path), 'utf8')) as T;
const { dependencies, devDependencies } =
  json<Record<'dependencies' | 'devDependencies', Record<string, string>>>('package.json');
const locked = Object.entries(json<{ packages: Record<string, Locked> }>('package-lock.json').packages).filter(
  ([path]) => path,
);
const production = locked.filter(([, { dev }]) => !dev);

const permissive = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Zlib',
  'OFL-1.1',
]);

/** Returns whether an SPDX expression without nesting is permissive: of an OR one suffices, of an AND all must be. */
const isPermissive = (expression: string): boolean =>
  expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((name) => permissive.has(name.trim())));

/** Returns the licence in a package's package.json, or in its file LICENSE. */
function licenceOf(path: string): string {
  const { license } = json<{ license?: string }>(`${path}/package.json`);
  if (license) return license;
  const text = existsSync(join(root, path, 'LICENSE')) ? readFileSync(join(root, path, 'LICENSE'), 'utf8') : '';
  return text.includes('Permission is hereby granted, free of charge, to any person obtaining a copy')
    ? 'MIT'
    : `none said (${path})`;
}

describe('dependencies (IN16)', () => {
  it('dependencies have exact versions, the same in the lockfile', () => {
    const wanted = Object.entries({ ...dependencies, ...devDependencies });
    expect(wanted.filter(([, version]) => !/^(npm:@?[\w/-]+@)?\d+\.\d+\.\d+$/.test(version))).toEqual([]);
    const versions = new Map(locked.map(([path, { version }]) => [path, version]));
    expect(
      wanted.filter(([name, version]) => !version.endsWith(versions.get(`node_modules/${name}`) ?? 'none')),
    ).toEqual([]);
  });

  it('the lockfile pins every dependency to a hash, and none to a host', () => {
    expect(locked.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path)).toEqual([]);
    expect(locked.filter(([, { resolved }]) => resolved).map(([path]) => path)).toEqual([]);
    measured(`${locked.length} 个依赖均锁定 SHA-512`);
  });

  it('dependencies of the product run no install script', () => {
    const scripts = production.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path);
    expect(scripts).toEqual([]);
    measured(`产品的 ${production.length} 个依赖中安装脚本 ${scripts.length} 个`);
  });

  it('dependencies of the product have permissive licences only', () => {
    // Optional binaries for other systems are not installed.
    const installed = production.filter(([path, { optional }]) => !optional || existsSync(join(root, path)));
    expect(installed.length).toBeGreaterThan(150);
    const others = installed
      .map(([path]) => [path, licenceOf(path)] as const)
      .filter(([, licence]) => !isPermissive(licence));
    expect(others).toEqual([]);
    measured(`许可证 ${installed.length} 份，不宽松的 ${others.length} 份`);
  });

  it('dependencies are in the bill of materials made by `npm run sbom`: 100 % of those installed, each with its hash', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'occhealth-sbom-'));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    const file = join(directory, 'sbom.cdx.json');
    const made = spawn(process.execPath, ['scripts/sbom.mjs', file], { cwd: root, stdio: 'ignore' });
    expect(await once(made, 'exit')).toEqual([0, null]);
    const { bomFormat, components } = JSON.parse(readFileSync(file, 'utf8')) as {
      bomFormat: string;
      components: { group?: string; name: string; version: string; purl: string; hashes?: { alg: string }[] }[];
    };
    expect(bomFormat).toBe('CycloneDX');
    const listed = new Set(components.map(({ purl }) => decodeURIComponent(purl)));
    const installed = production.filter(([path]) => existsSync(join(root, path)));
    const missing = installed
      .filter(
        ([path, { version }]) =>
          !listed.has(`pkg:npm/${json<{ name: string }>(`${path}/package.json`).name}@${version}`),
      )
      .map(([path]) => path);
    expect(missing).toEqual([]);
    expect(
      components.filter(({ hashes }) => !hashes?.some(({ alg }) => alg === 'SHA-512')).map(({ purl }) => purl),
    ).toEqual([]);
    measured(`SBOM 列出 ${components.length} 个组件，已安装而未列出的 ${missing.length} 个`);
  });

  it('the licence check detects a dependency whose licence is not permissive', () => {
    expect(['MIT', '(MIT OR GPL-3.0-or-later)', 'MIT AND OFL-1.1'].map(isPermissive)).toEqual([true, true, true]);
    expect(['GPL-3.0-only', 'MIT AND LGPL-3.0-only', 'UNLICENSED', 'SEE LICENSE IN x'].map(isPermissive)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  it('dependencies each have a line in docs/dependencies.md, with version and reason', () => {
    const rows = readFileSync(join(root, 'docs/dependencies.md'), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .map((line) => line.split('|').map((cell) => cell.trim()));
    /** Splits a cell: `@tiptap/core, pm, react` names three packages of one scope. */
    const namesOf = (cell: string): string[] => {
      const [first = '', ...more] = cell.split(', ');
      const scope = /^@[^/]+\//.exec(first)?.[0] ?? '';
      return [first, ...more.map((name) => scope + name)];
    };
    const lineOf = (name: string) => rows.find(([, cell = '']) => namesOf(cell).includes(name));
    const wanted = Object.entries({ ...dependencies, ...devDependencies });
    expect(wanted.filter(([name]) => !lineOf(name)).map(([name]) => name)).toEqual([]);
    const outdated = wanted.filter(([name, version]) => !lineOf(name)?.[2]?.includes(version.replace(/^npm:.*@/, '')));
    expect(outdated).toEqual([]);
    expect(wanted.filter(([name]) => !lineOf(name)?.[4]).map(([name]) => name)).toEqual([]);
  });
});
