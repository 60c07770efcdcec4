import { readFileSync } from 'node:fs';

// The oldest browsers that each part has to run in: `browserslist` of package.json, where other tools look, too.

const parts = ['public', 'console'] as const;
export type Part = (typeof parts)[number];

const names: Readonly<Record<string, string>> = { chrome: 'chrome', safari: 'safari', ios_saf: 'ios' };

/**
 * The minimum browsers of a part as the build's target names them.
 * @param part `public`: the login and what is read without signing in; `console`: the rest
 * @returns for example `['chrome80', 'safari14', 'ios14']`
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
