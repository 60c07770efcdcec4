import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { root } from '@server/base/root';
import { measured } from '../support/measured';
import { buildProduct, password } from './support/productServer';

// QUALITY IN17: files delivered to every visitor contain no source map, no secret, and no path of the build machine.

let files: { name: string; text: string }[];
beforeAll(async () => {
  await buildProduct();
  files = ['dist/web', 'dist/server'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.(br|gz|ttf|woff2?|png|jpe?g|ico)$/.test(entry.name))
      .map((entry) => ({
        name: join(entry.parentPath, entry.name).slice(root.length + 1),
        text: readFileSync(join(entry.parentPath, entry.name), 'utf8'),
      })),
  );
});

const holding = (pattern: RegExp): string[] => files.filter(({ text }) => pattern.test(text)).map(({ name }) => name);

describe('production bundle (IN17)', () => {
  it('the production bundle has more than 100 script files', () => {
    expect(
      files.filter(({ name }) => name.startsWith('dist/web/assets/') && name.endsWith('.js')).length,
    ).toBeGreaterThan(100);
  });

  it('the production bundle has one file per group of vite.config.ts; ungrouped code would create dozens of small files', () => {
    for (const step of ['door', 'session', 'console', 'menuIcons', 'project', 'nextPages', 'first', 'list'])
      expect(
        files.filter(({ name }) => new RegExp(`^dist/web/assets/${step}-[\\w-]{8}\\.js$`).test(name)),
        step,
      ).toHaveLength(1);
  });

  it('the production bundle needs at most 300 of the allowed 350 kB for the first page, without the code of lists (PERF4)', () => {
    const needed = readdirSync(join(root, 'dist/web/assets')).filter((name) =>
      /^(index|rolldown-runtime|door|session|console|menuIcons|project|nextPages|first)-[\w-]{8}\.js\.gz$/.test(name),
    );
    expect(needed).toHaveLength(9);
    const size = needed.reduce((sum, name) => sum + statSync(join(root, 'dist/web/assets', name)).size, 0);
    expect(size).toBeLessThan(300_000);
    measured(`首页之前的 JS ${(size / 1000).toFixed(0)} kB（gz）`);
  });

  it('the production bundle needs at most 110 kB of JS for a public page and delivers its styles with the page', () => {
    const ahead = JSON.parse(readFileSync(join(root, 'dist/web/ahead.json'), 'utf8')) as Record<string, string[]>;
    const sizeOf = (ending: string) =>
      (ahead['public'] ?? [])
        .filter((name) => name.endsWith(ending))
        .reduce(
          (sum, name) =>
            sum +
            (
              statSync(join(root, `dist/web/${name}.gz`), { throwIfNoEntry: false }) ??
              statSync(join(root, 'dist/web', name))
            ).size,
          0,
        );
    expect(ahead['public']?.map((name) => name.replace(/^assets\/([\w-]+)-[\w-]{8}\./, '$1.'))).toEqual(
      expect.arrayContaining(['public.js', 'public.css']),
    );
    expect(sizeOf('.js')).toBeLessThan(110_000);
    // React, antd and the console's requests are not part of it.
    expect(sizeOf('.js')).toBeLessThan(10_000);
    measured(
      `公众页面的 JS ${(sizeOf('.js') / 1000).toFixed(1)} kB、CSS ${(sizeOf('.css') / 1000).toFixed(1)} kB（gz）`,
    );
  });

  it('the production bundle is preloaded in the order of execution and compiled while the entry file runs', () => {
    const ahead = JSON.parse(readFileSync(join(root, 'dist/web/ahead.json'), 'utf8')) as Record<string, string[]>;
    const steps = (part: string) => ahead[part]?.map((name) => name.replace(/^assets\/([\w-]+)-[\w-]{8}\./, '$1.'));
    expect([
      steps('entry')?.[0],
      steps('entry')?.toSorted(),
      steps('console')?.toSorted(),
      steps('home')?.toSorted(),
    ]).toEqual([
      'index.js',
      ['door.css', 'door.js', 'index.js', 'rolldown-runtime.js'],
      ['console.css', 'console.js', 'session.js'],
      ['first.css', 'first.js', 'nextPages.js', 'project.js'],
    ]);
    const all = Object.values(ahead).flat();
    expect(all.filter((name) => files.some((file) => file.name === `dist/web/${name}`))).toEqual(all);
    const hinted = files
      .filter(({ name, text }) => name.startsWith('dist/web/') && text.startsWith('//# allFunctionsCalledOnLoad\n'))
      .map(({ name }) => name.slice('dist/web/'.length));
    expect(hinted.toSorted()).toEqual(
      [...(ahead['console'] ?? []), ...(ahead['home'] ?? [])].filter((name) => name.endsWith('.js')).toSorted(),
    );
  });

  it('the production bundle has no source maps', () => {
    expect(files.map(({ name }) => name).filter((name) => name.endsWith('.map'))).toEqual([]);
    expect(holding(/^\/[/*][#@]\s*sourceMappingURL=/m)).toEqual([]);
  });

  it.each<[string, RegExp]>([
    ['private keys', /-----BEGIN [A-Z ]*PRIVATE KEY-----/],
    ['keys of clouds', /\b(AKIA|ASIA|LTAI|AKID)[0-9A-Za-z]{16,}/],
    [
      'addresses with a password',
      /\b(postgres(ql)?|smtps?|https?|redis|amqp):\/\/[\w.%-]+:(?!password@|密码@|\$)[^\s@/'"`<]+@/,
    ],
    ['passwords of tests and demonstrations', new RegExp(`${password}|Demo-2026#|Admin-2026#|Lab-2024#`)],
    ['long tokens', /\b(eyJ[\w-]{20,}\.[\w-]{20,}|ghp_\w{30,}|npm_\w{30,}|sk-[A-Za-z0-9]{32,})/],
  ])('the production bundle has no %s', (_what, pattern) => {
    expect(holding(pattern)).toEqual([]);
  });

  it('the production bundle contains no path of the build machine', () => {
    expect(files.filter(({ text }) => text.includes(root)).map(({ name }) => name)).toEqual([]);
  });

  it('the production bundle contains the phrase for cookie obfuscation, which a comment in its source declares not to be a secret', () => {
    const source = readFileSync(join(root, 'src/lib/browser/obscureCookie.ts'), 'utf8');
    expect(source).toContain('// This is obfuscation, not secrecy');
    const [, phrase = ''] = /const phrase = '([^']+)'/.exec(source) ?? [];
    expect(
      holding(new RegExp(`[\`'"]${phrase}[\`'"]`)).filter((name) => name.startsWith('dist/web/')).length,
    ).toBeGreaterThan(0);
  });
});
