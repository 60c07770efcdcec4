// Lists every address and whether its page exists; tests/architecture/routes.test.ts checks it. The list always exits
// with 0.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { methodRoutes } from '../contract/features/laboratory/methods/methodCatalogue';
import type { PageKind } from '../contract/features/laboratory/methods/methodDefinition';
import { pageFolderOf, staticRoutes, type Route } from '../contract/routes';

const root = join(import.meta.dirname, '..');

// One component per kind of page serves all methods (DESIGN §2.7).
const methodPages: Readonly<Record<PageKind, string>> = {
  detail: 'src/features/laboratory/sheets/DetailPage.tsx',
  curve: 'src/features/laboratory/curves/CurvePage.tsx',
  spike: 'src/features/laboratory/checks/QualityControlPage.tsx',
  lod: 'src/features/laboratory/detection/DetectionLimitPage.tsx',
  attachment: 'src/features/laboratory/attachments/AttachmentPage.tsx',
  preview: 'src/features/laboratory/paper/PreviewPage.tsx',
};

/**
 * Returns the module of a static route's page and whether it exists; undefined where the router itself renders the
 * page.
 */
function pageModule(route: Route): { file: string; done: boolean } | undefined {
  const folder = pageFolderOf(route);
  if (folder === undefined) return undefined;
  const files = ['page.tsx', 'page.ts'].map((name) => `src/pages/${folder}/${name}`);
  const pageFile = files.find((file) => existsSync(join(root, file)));
  return { file: pageFile ?? `src/pages/${folder}/page.ts(x)`, done: pageFile !== undefined };
}

const lines = [
  ...staticRoutes.map((route: Route) => ({
    path: route.path,
    title: route.title,
    page: pageModule(route),
    redirect: route.redirect,
  })),
  ...methodRoutes.map(({ path, title, kind }) => ({
    path,
    title,
    page: { file: methodPages[kind], done: existsSync(join(root, methodPages[kind])) },
    redirect: undefined,
  })),
];

const table = lines.map(({ path, title, page, redirect }) => {
  const mark = page ? (page.done ? '已完成' : '缺页面') : '路由器';
  return `${mark}  ${path}  ${title}  ${page?.file ?? (redirect ? `→ ${redirect}` : '')}`.trimEnd();
});
const pages = lines.flatMap(({ page }) => page ?? []);
const doneCount = pages.filter((page) => page.done).length;
const summary = `共${lines.length}个地址：已完成${doneCount}，缺页面${pages.length - doneCount}，由路由器处理${lines.length - pages.length}`;

// The table is printed in one call, because `npm run routes | head` closes the pipe early.
console.log([...table, '', summary].join('\n'));
