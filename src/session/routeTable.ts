/** A page with an absolute path. Pages are a flat list, whatever their depth in the menu tree (BEHAVIOUR §1.4). */
export interface PageRoute {
  readonly path: string;
  readonly title: string;
  /** Folder under src/pages, e.g. `customer/inspectUnit` (see pageLoader). */
  readonly component: string;
  readonly icon?: string | null;
  readonly noCache: boolean;
  readonly affix: boolean;
  readonly breadcrumb: boolean;
  readonly hidden: boolean;
  /** Sidebar item that is highlighted while this hidden page is open. */
  readonly activeMenu?: string;
  /** Query parameters that distinguish two tabs of this page. */
  readonly query: readonly string[];
  /** Titles above this page for the breadcrumb, outermost first; with `path` if the title has a page. */
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

/** Pages, sidebar and permissions derived from a person's menus. */
export interface RouteTable {
  readonly pages: ReadonlyMap<string, PageRoute>;
  readonly sidebar: readonly SidebarItem[];
  /** Permissions of the type-2 items (SPEC §3). */
  readonly permissions: readonly string[];
  /** Redirects such as `/customer` → `/customer/index`. */
  readonly redirects: ReadonlyMap<string, string>;
}
