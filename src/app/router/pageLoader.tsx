import { type ComponentType, createElement, lazy } from 'react';
import type { ListPage } from '@/listEditor/page';
import UnknownComponentPage from '@/pages/unknownComponent/page';
import type { PageRoute } from '@/session/routeTable';
import { installPrefetch } from '@/session/tabs/prefetch';
import { folderOf } from '@contract/routes';
import { methodComponent } from './menuRoutes';

/** Default export of a page file: a component, or the description of a list page (DESIGN §2.8). */
interface PageModule {
  readonly default: ComponentType | ListPage;
}

// One lazy chunk per page, without the pages of the light shell.
const pageModules = import.meta.glob<PageModule>([
  '../../pages/**/page.{ts,tsx}',
  '!../../pages/{login,401,404,unknownComponent,menusFailed}/**',
]);

const loaderOfPage: ReadonlyMap<string, () => Promise<PageModule>> = new Map(
  Object.entries(pageModules).map(([file, load]) => [
    file.replace(/^.*?\/pages\//, '').replace(/\/page\.tsx?$/, ''),
    load,
  ]),
);

installPrefetch(async (component) => loaderOfPage.get(folderOf(component))?.());

async function loadPage(get: () => Promise<PageModule>): Promise<{ default: ComponentType }> {
  const page = (await get()).default;
  if (typeof page === 'function' || '$$typeof' in page) return { default: page as ComponentType };
  const { ListEditor } = await import('@/listEditor');
  return { default: () => <ListEditor page={page} /> };
}

const componentOfPage = new Map<string, ComponentType>();

/** Returns the component of a folder, created once so that a page keeps its identity. Undefined if there is no file. */
function componentOf(folder: string): ComponentType | undefined {
  const knownComponent = componentOfPage.get(folder);
  const get = loaderOfPage.get(folder);
  if (knownComponent || !get) return knownComponent;
  const component = lazy(() => loadPage(get));
  componentOfPage.set(folder, component);
  return component;
}

const MethodPage = lazy(async () => ({ default: (await import('@/features/laboratory/MethodPage')).MethodPage }));

/** Renders the page of a route and suspends while its chunk loads. An unknown component is named on the page. */
export function PageContent({ page }: { page: PageRoute }) {
  const folder = folderOf(page.component);
  const component = componentOf(folder);
  if (component) return createElement(component);
  if (folder === methodComponent) return <MethodPage path={page.path} />;
  return <UnknownComponentPage title={page.title} path={page.path} component={page.component} />;
}
