import { readFileSync } from 'node:fs';

// Oldest supported browsers of each part: `browserslist` in package.json, which other tools use too.

const parts = ['public', 'console'] as const;
export type Part = (typeof parts)[number];

const names: Readonly<Record<string, string>> = { chrome: 'chrome', safari: 'safari', ios_saf: 'ios' };

/**
 * Converts the minimum browsers of a part to build targets.
 * @param part `public`: the login and pages without login; `console`: the rest
 * @returns e.g. `['chrome80', 'safari14', 'ios14']`
 * @throws Error where package.json names a browser that the build does not know
 */
export function targetOf(part: Part): string[] {
  const { browserslist } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    browserslist: Readonly<Record<Part, readonly string[]>>;
  };
  return browserslist[part].map((line) => {
    const [, name = '', version = ''] = /^(\w+) >= ([\d.]+)$/.exec(line) ?? [];
    if (!names[name]) throw new Error(`package.json, browserslist: ${line} is not read`);
    return names[name] + version;
  });
}
