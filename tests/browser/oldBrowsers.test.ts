import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { browserTexts } from '@contract/features/system/browserTexts';
import { root } from '@server/base/root';
import { type Part, targetOf } from '../../scripts/browsers';
import { importsOf, newerCalls, newerCallsIn } from './support/newerCalls';
import { buildProduct } from './support/productServer';

// The build runs in the browsers that package.json names: checks syntax, regular expressions created at run time, and
// API calls.

/** `name.js` without its hash, and its text. */
let files: ReadonlyMap<string, string>;
const short = (name: string): string => name.replace(/-[\w-]{8}\.js$/, '.js');

/**
 * Returns the files that a page without a session loads: entry with login, public pages, and the legal texts both link
 * to.
 */
const laterLight = /^(Legal|privacyPolicy|certificateAgreement)/;
function lightFiles(): string[] {
  const wanted = new Set<string>();
  const visit = (name: string): void => {
    const code = files.get(name);
    if (code === undefined || wanted.has(name)) return;
    wanted.add(name);
    const { atOnce, later } = importsOf(code);
    [...atOnce, ...later.filter((one) => laterLight.test(one))].forEach(visit);
  };
  const ahead = JSON.parse(readFileSync(join(root, 'dist/web/ahead.json'), 'utf8')) as Readonly<
    Record<'entry' | 'public', readonly string[]>
  >;
  for (const name of [...ahead.entry, ...ahead.public]) visit(name.replace('assets/', ''));
  return [...wanted];
}
let light: readonly string[];

beforeAll(async () => {
  await buildProduct('web');
  const folder = join(root, 'dist/web/assets');
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
  files = new Map([
    ...scripts.map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const),
    ['sw.js', readFileSync(join(root, 'dist/web/sw.js'), 'utf8')],
  ]);
  light = lightFiles();
});

/** ECMAScript year that the browsers of a part support completely, except for the features listed separately. */
const syntax: Readonly<Record<Part, string>> = { public: 'es2020', console: 'es2022' };
/** In Safari from 16.4 on: lookbehind in regular expressions, and static blocks of classes. */
const apart = { 'regexp-lookbehind-assertions': false, 'class-static-blocks': false };
const lowered = (code: string, target: string, supported: Record<string, boolean>): string =>
  transformSync(code, {
    format: 'esm',
    minifyWhitespace: true,
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'silent',
    target,
    supported,
  }).code;
const needsNewer = (code: string, part: Part): boolean =>
  lowered(code, 'esnext', {}) !== lowered(code, syntax[part], apart);

const versionIn = (part: Part, browser: string): number =>
  Number(
    targetOf(part)
      .find((one) => one.startsWith(browser))
      ?.slice(browser.length),
  );
const tooNew = (part: Part): string[] =>
  Object.entries(newerCalls)
    .filter(([, [chrome, safari]]) => chrome > versionIn(part, 'chrome') || safari > versionIn(part, 'safari'))
    .map(([name]) => name);

/** Code that first checks whether the browser has the API (`typeof`, `?.`), or means something else by the name. */
const asksFirst: Readonly<Record<string, readonly string[]>> = {
  BroadcastChannel: ['console.js', 'session.js'],
  requestIdleCallback: ['door.js', 'index.js', 'esm.js'],
  randomUUID: ['session.js', 'door.js'],
  // A window property of the editor, and a test on an object it created.
  timeout: ['RichTextEditor.js'],
};

describe('minimum browsers', () => {
  it('the tested minimum browser versions are those that the product promises', () => {
    expect([targetOf('public'), targetOf('console')]).toEqual([
      ['chrome80', 'safari14', 'ios14'],
      ['chrome100', 'safari15.4', 'ios15.4'],
    ]);
  });

  it('the minimum browsers can parse every file needed without a session', () => {
    expect(light.map(short)).toEqual(
      expect.arrayContaining(['index.js', 'door.js', 'rolldown-runtime.js', 'public.js', 'LegalDialog.js']),
    );
    expect(light.filter((name) => needsNewer(files.get(name) ?? '', 'public'))).toEqual([]);
  });

  it('the minimum browsers can parse every file of the console and the service worker', () => {
    expect(files.size).toBeGreaterThan(100);
    expect([...files].filter(([, code]) => needsNewer(code, 'console')).map(([name]) => name)).toEqual([]);
  });

  it('the files for the browser contain no lookbehind expression, also none created from a string', () => {
    // An expression for addresses inside texts, created on request only; nobody requests it.
    const known = /includeBoundaries\?`\(\?:\(\?<=/;
    expect([...files].filter(([, code]) => /\(\?<[=!]/.test(code) && !known.test(code)).map(([name]) => name)).toEqual(
      [],
    );
  });

  it.each<Part>(['public', 'console'])('the minimum browsers have every API that the %s files call', (part) => {
    const beyond = new Set(tooNew(part));
    expect(beyond.has('toReversed')).toBe(true);
    const found = [...files]
      .filter(([name]) => part === 'console' || light.includes(name))
      .flatMap(([name, code]) =>
        [...newerCallsIn(code)]
          .filter((call) => beyond.has(call) && !asksFirst[call]?.includes(short(name)))
          .map((call) => `${short(name)}: ${call}`),
      );
    expect(found).toEqual([]);
  });
});

describe('an older browser', () => {
  it('a browser too old for the console finds a message in the page, and a script in old syntax that shows it', () => {
    const index = readFileSync(join(root, 'dist/web/index.html'), 'utf8');
    expect(index).toContain(`<p id="old-browser" hidden>${browserTexts.page}</p>`);
    const [own, built] = [index.indexOf('src="/oldBrowser.js"'), index.indexOf('src="/assets/index-')];
    expect(own).toBeGreaterThan(0);
    expect(built).toBeGreaterThan(own);
    const script = readFileSync(join(root, 'dist/web/oldBrowser.js'), 'utf8');
    expect(() => transformSync(script, { target: 'es5', format: 'iife' })).not.toThrow();
    expect(script).not.toMatch(/=>|\b(let|const)\b|`/);
  });
});
