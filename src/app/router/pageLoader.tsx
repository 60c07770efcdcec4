import { type ComponentType, createElement, lazy } from 'react';
import type { ListPage } from '@/listEditor/page';
import UnknownComponentPage from '@/pages/unknownComponent/page';
import type { PageRoute } from '@/session/routeTable';
import { installPrefetch } from '@/session/tabs/prefetch';
import { folderOf } from '@contract/routes';
import { methodComponent } from './menuRoutes';

/** What a page's file exports: a component, or the description of a list (DESIGN §2.8). */
interface PageModule {
  readonly default: ComponentType | ListPage;
}

// One lazy chunk a page. The light shell's own are none of the console's.
const modules = import.meta.glob<PageModule>([
  '../../pages/**/page.{ts,tsx}',
  '!../../pages/{login,401,404,unknownComponent,menusFailed}/**',
]);

const loaders: ReadonlyMap<string, () => Promise<PageModule>> = new Map(
  Object.entries(modules).map(([file, load]) => [file.replace(/^.*?\/pages\//, '').replace(/\/page\.tsx?$/, ''), load]),
);

installPrefetch(async (component) => loaders.get(folderOf(component))?.());

async function load(get: () => Promise<PageModule>): Promise<{ default: ComponentType }> {
  const page = (await get()).default;
  if (typeof page === 'function' || '$$typeof' in page) return { default: page as ComponentType };
  const { ListEditor } = await import('@/listEditor');
  return { default: () => <ListEditor page={page} /> };
}

const components = new Map<string, ComponentType>();

/** The component of a folder, made once, so that a page keeps its identity; undefined where there is no file. */
function componentOf(folder: string): ComponentType | undefined {
  const known = components.get(folder);
  const get = loaders.get(folder);
  if (known || !get) return known;
  const made = lazy(() => load(get));
  components.set(folder, made);
  return made;
}

const MethodPage = lazy(async () => ({ default: (await import('@/features/laboratory/MethodPage')).MethodPage }));

/** The page of a route; it suspends while its chunk is on the way. A component that does not exist is named. */
export function PageContent({ page }: { page: PageRoute }) {
  const folder = folderOf(page.component);
  const component = componentOf(folder);
  if (component) return createElement(component);
  if (folder === methodComponent) return <MethodPage path={page.path} />;
  return <UnknownComponentPage title={page.title} path={page.path} component={page.component} />;
}

/** Whether a component named by a menu exists; menu management marks those that do not. */
export const isKnownComponent = (component: string): boolean =>
  loaders.has(folderOf(component)) || folderOf(component) === methodComponent;
