import { ConfigProvider, Menu, type MenuProps, type ThemeConfig } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { RouteTable, SidebarItem } from '@/session/routeTable';
import { useSession } from '@/session/sessionStore';
import { useSettings } from '@/session/settingsStore';
import { prefetchPages } from '@/session/tabs/prefetch';
import { findTab } from '@/session/tabs/tabState';
import { useTabs } from '@/session/tabs/tabStore';
import { MenuIcon } from './MenuIcon';
import { currentItem, openAfter, pathTo } from './sidebarItems';

type MenuEntry = NonNullable<MenuProps['items']>[number];

// docs/spec/design.md: text on the blue menu has a contrast of at least 7:1; in dark mode its blue is darker.
const menuTheme: ThemeConfig = {
  components: {
    Menu: {
      darkItemBg: 'var(--menu)',
      darkSubMenuItemBg: 'var(--menu-sub)',
      darkPopupBg: 'var(--menu)',
      darkItemColor: '#e6eaf7',
      darkItemHoverColor: '#ffffff',
      darkItemHoverBg: 'var(--menu-hover)',
      darkItemSelectedColor: '#ffffff',
      darkItemSelectedBg: 'var(--menu-chosen)',
      itemHeight: 38,
      itemMarginBlock: 2,
      itemMarginInline: 6,
      iconSize: 15,
      iconMarginInlineEnd: 9,
      collapsedIconSize: 17,
    },
  },
};

/**
 * Label of an item as a real link, so that it can open in another browser tab. The menu item around it has the focus.
 */
function entryLabel({ key, title, external, children }: SidebarItem) {
  const text = <span title={title}>{title}</span>;
  if (children.length) return text;
  return external ? (
    <a href={key} target="_blank" rel="noopener noreferrer" tabIndex={-1}>
      {text}
    </a>
  ) : (
    <Link to={key} tabIndex={-1}>
      {text}
    </Link>
  );
}

/** Time in ms that the pointer rests on an item before its page is prefetched. */
const restingMs = 80;
let prefetchTimer: ReturnType<typeof setTimeout> | undefined;

/** Prefetches the page that the pointer rests on. */
function prefetchAimed(component: string | undefined): void {
  clearTimeout(prefetchTimer);
  if (component !== undefined) prefetchTimer = setTimeout(() => prefetchPages([component]), restingMs);
}

function entryOf(sidebarItem: SidebarItem, pages: RouteTable['pages']): MenuEntry {
  const prefetchTarget = () => prefetchAimed(pages.get(sidebarItem.key)?.component);
  return {
    key: sidebarItem.key,
    icon: <MenuIcon name={sidebarItem.icon} group={sidebarItem.children.length > 0} external={sidebarItem.external} />,
    label: entryLabel(sidebarItem),
    ...(sidebarItem.children.length
      ? { children: sidebarItem.children.map((child) => entryOf(child, pages)) }
      : { onMouseEnter: prefetchTarget, onFocus: prefetchTarget }),
  };
}

const noItems: readonly SidebarItem[] = [];

interface SidebarMenuProps {
  readonly collapsed: boolean;
  /** Called when a page or an external address was chosen. */
  readonly onChosen?: () => void;
}

export function SidebarMenu({ collapsed, onChosen }: SidebarMenuProps) {
  const navigate = useNavigate();
  const table = useSession((session) => session.routeTable);
  const path = useTabs((state) => findTab(state, state.active)?.path);
  const unique = useSettings((settings) => settings.uniqueOpened);
  const sidebar = table?.sidebar ?? noItems;
  const itemTypes = useMemo(() => (table ? table.sidebar.map((item) => entryOf(item, table.pages)) : []), [table]);
  const currentMenuItem = table ? currentItem(table, path) : undefined;
  const [open, setOpen] = useState<readonly string[]>([]);
  // A collapsed sidebar opens groups as popups; their state is neither initial nor remembered.
  const [popup, setPopup] = useState<readonly string[]>([]);

  useEffect(() => {
    const parentKeys = currentMenuItem === undefined ? undefined : pathTo(sidebar, currentMenuItem);
    if (parentKeys) setOpen((before) => (unique ? parentKeys : [...new Set([...before, ...parentKeys])]));
  }, [currentMenuItem, sidebar, unique]);

  const onOpenChange = (keys: string[]) => {
    if (collapsed) setPopup(keys);
    else setOpen((before) => openAfter(sidebar, before, keys, unique));
  };

  const onClick: MenuProps['onClick'] = ({ key, domEvent }) => {
    // Clicks, and keys with the focus on the link, use the link. Keys with the focus on the item do not reach it.
    const onLink = domEvent.target instanceof Element && domEvent.target.closest('a') !== null;
    if (domEvent.type === 'keydown' && !onLink) {
      if (/^https?:/i.test(key)) window.open(key, '_blank', 'noopener,noreferrer');
      else void navigate(key);
    }
    onChosen?.();
  };

  return (
    <ConfigProvider theme={menuTheme}>
      <Menu
        theme="dark"
        mode="inline"
        inlineIndent={16}
        inlineCollapsed={collapsed}
        items={itemTypes}
        selectedKeys={currentMenuItem === undefined ? [] : [currentMenuItem]}
        openKeys={[...(collapsed ? popup : open)]}
        onOpenChange={onOpenChange}
        onClick={onClick}
      />
    </ConfigProvider>
  );
}
