import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { sourceModules } from './sourceModules.ts';

// antd generates its styles in the browser, which takes a fifth of the first page's load time. It also ships all
// styles as one sheet. Each chunk of the console imports the rules of the components that it uses.

const name = 'antd-styles';
const address = `virtual:${name}/`;
/** Name of the rules that belong to no single component: links, icons, motion. */
const base = 'base';
const wholeSheet = 'whole';
const appModule = sourceModules('src/app/App.tsx');

/** Folders of components whose class names differ from the folder. */
const folderOf: Readonly<Record<string, string>> = {
  btn: 'button',
  picker: 'date-picker',
  qrcode: 'qr-code',
  col: 'grid',
  row: 'grid',
  'float-btn': 'float-button',
  ribbon: 'badge',
  'scroll-number': 'badge',
  otp: 'input',
  'select-tree': 'tree-select',
  wave: base,
  slide: base,
  move: base,
  zoom: base,
  fade: base,
  motion: base,
  css: base,
};

/** Splits a sheet into its rules; only `@media`, `@keyframes` and similar rules contain nested rules. */
export function rulesOf(sheet: string): string[] {
  const rules: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < sheet.length; at += 1) {
    if (sheet[at] === '{') depth += 1;
    if (sheet[at] !== '}') continue;
    depth -= 1;
    if (depth > 0) continue;
    rules.push(sheet.slice(from, at + 1).trim());
    from = at + 1;
  }
  return rules;
}

/**
 * Groups the rules by the folder of their component, which the first antd class determines.
 * @throws Error for a class without a component, which an upgrade of antd may add
 */
export function stylesByFolder(sheet: string, folders: readonly string[]): ReadonlyMap<string, string> {
  const folderByPrefix = new Map([...folders.map((folder) => [folder, folder] as const), ...Object.entries(folderOf)]);
  const longestFirst = [...folderByPrefix.keys()].sort((a, b) => b.length - a.length);
  const rulesByFolder = new Map<string, string>();
  for (const rule of rulesOf(sheet)) {
    const classPrefix = rule.startsWith('@keyframes') ? undefined : /\.ant-([a-z0-9-]+)/.exec(rule)?.[1];
    const prefix =
      classPrefix === undefined
        ? undefined
        : longestFirst.find((candidate) => classPrefix === candidate || classPrefix.startsWith(`${candidate}-`));
    if (classPrefix !== undefined && prefix === undefined)
      throw new Error(
        `antd's sheet has a rule for .ant-${classPrefix}, of no folder that is known: scripts/antdStyles.ts`,
      );
    const folder = prefix === undefined ? base : (folderByPrefix.get(prefix) ?? base);
    rulesByFolder.set(folder, `${rulesByFolder.get(folder) ?? ''}${rule}\n`);
  }
  return rulesByFolder;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
const partsOf = (node: Node): Node[] =>
  Object.values(node).flatMap((value: unknown) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  );

/**
 * Finds the functions that generate styles in the browser. They are never called and would be a sixth of the
 * console's code. The variables of a component stay.
 */
function makersOf(node: Node): Node[] {
  const { callee, arguments: callArguments } = node as Node & {
    readonly callee?: { readonly name?: string };
    readonly arguments?: readonly Node[];
  };
  const maker =
    node.type === 'CallExpression' &&
    /^gen(?:StyleHooks|SubStyleComponent|ComponentStyleHook)$/.test(callee?.name ?? '')
      ? callArguments?.[1]
      : undefined;
  return maker ? [maker] : partsOf(node).flatMap(makersOf);
}

/** Puts the rules into a CSS layer, so that our own rules override antd's, regardless of the order of the sheets. */
const layered = (rules: string): string => `@layer antd{${rules}}`;

/** Returns the Vite plugin that serves antd's styles by component. */
export function antdStyles(): Plugin {
  const antd = dirname(createRequire(import.meta.url).resolve('antd/package.json'));
  const sheet = () => readFileSync(join(antd, 'dist/antd.css'), 'utf8');
  let styles: ReadonlyMap<string, string> | undefined;
  let serving = false;
  return {
    name,
    enforce: 'pre',
    configResolved({ command }) {
      serving = command === 'serve';
    },
    resolveId: (id) => (id.startsWith(address) ? `\0${id}.css` : undefined),
    load(id) {
      if (!id.startsWith(`\0${address}`)) return undefined;
      const folder = id.slice(address.length + 1, -'.css'.length);
      if (folder === wholeSheet) return layered(sheet());
      styles ??= stylesByFolder(sheet(), readdirSync(join(antd, 'es')));
      return layered(styles.get(folder) ?? '');
    },
    transform(code, id) {
      // The server of `npm run dev` bundles antd before plugins see it, so it imports the whole sheet.
      if (serving) return appModule.test(id) ? `import '${address}${wholeSheet}';\n${code}` : undefined;
      const folder = /\/antd\/es\/config-provider\/index\.js$/.test(id)
        ? base
        : /\/antd\/es\/([a-z-]+)\/style\/[^/]+\.js$/.exec(id)?.[1];
      if (folder === undefined) return undefined;
      const strippedCode = makersOf(this.parse(code)).reduceRight(
        (text, { start, end }) => `${text.slice(0, start)}null${text.slice(end)}`,
        code,
      );
      return `import '${address}${folder}';\n${strippedCode}`;
    },
  };
}
