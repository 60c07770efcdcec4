/** A page that can be visited: flat, with an absolute path, whatever its depth in the menu tree (BEHAVIOUR §1.4). */
export interface PageRoute {
  readonly path: string;
  readonly title: string;
  /** The folder under src/pages, e.g. `customer/inspectUnit`; see pageLoader. */
  readonly component: string;
  readonly icon?: string | null;
  readonly noCache: boolean;
  readonly affix: boolean;
  readonly breadcrumb: boolean;
  readonly hidden: boolean;
  /** The sidebar item to highlight while a hidden page is open. */
  readonly activeMenu?: string;
  /** Query fields that tell two tabs of this page apart, besides the path. */
  readonly query: readonly string[];
  /** Titles above this page, outermost first, for the breadcrumb; `path` where one can be visited. */
  readonly trail: readonly { title: string; path?: string }[];
}

export interface SidebarItem {
  /** Absolute path, or the address of an external link. */
  readonly key: string;
  readonly title: string;
  readonly icon?: string | null;
  readonly external: boolean;
  readonly children: readonly SidebarItem[];
}

/** What the menus of one person amount to. */
export interface RouteTable {
  readonly pages: ReadonlyMap<string, PageRoute>;
  readonly sidebar: readonly SidebarItem[];
  /** Of the type-2 items (SPEC §3). */
  readonly permissions: readonly string[];
  /** `/customer` → `/customer/index` and the like. */
  readonly redirects: ReadonlyMap<string, string>;
}
