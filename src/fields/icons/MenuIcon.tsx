import { type ComponentType, useEffect, useState } from 'react';
import * as menuIcons from './menuIcons';

type IconComponent = ComponentType<{ readonly className?: string }>;

let iconsPromise: Promise<Readonly<Record<string, ComponentType>>> | undefined;

/** Loads all icons that may be chosen. */
export function loadIcons(): Promise<Readonly<Record<string, ComponentType>>> {
  iconsPromise ??= import('./iconSet').then(({ iconSet }) => iconSet);
  // Retries after a failed load.
  iconsPromise.catch(() => (iconsPromise = undefined));
  return iconsPromise;
}

/** Returns the icon's key in the set. Accepts antd's name too, such as `DashboardOutlined`. */
const keyOf = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1).replace(/Outlined$/, '');

/** Returns antd's name of an icon, given that name or its key in the set. */
const antdName = (name: string): string =>
  `${name.charAt(0).toUpperCase()}${name.slice(1).replace(/Outlined$/, '')}Outlined`;

const ownProperty = <V,>(set: Readonly<Record<string, V>>, key: string): V | undefined =>
  Object.hasOwn(set, key) ? set[key] : undefined;

/** Icons found so far, by key; null for an unknown name. */
const iconCache = new Map<string, IconComponent | null>();

/** Finds an icon. Searches first among the icons of the seeded menus, which are a third as large as the whole set. */
async function findIcon(name: string): Promise<IconComponent | null> {
  const icon =
    ownProperty<IconComponent>(menuIcons, antdName(name)) ??
    ownProperty<IconComponent>(await import('./pageIcons'), antdName(name)) ??
    ownProperty<IconComponent>(await loadIcons(), keyOf(name)) ??
    null;
  iconCache.set(keyOf(name), icon);
  return icon;
}

/**
 * Returns a menu's icon by name.
 * @returns null for an unknown name or an icon that can't be loaded; undefined while it loads
 */
export function useIcon(name: string | null | undefined): IconComponent | null | undefined {
  const [, setLoaded] = useState<string>();
  const cachedIcon = name ? iconCache.get(keyOf(name)) : null;
  useEffect(() => {
    if (!name || cachedIcon !== undefined) return undefined;
    let isMounted = true;
    const markLoaded = () => isMounted && setLoaded(name);
    void findIcon(name).then(markLoaded, markLoaded);
    return () => {
      isMounted = false;
    };
  }, [name, cachedIcon]);
  return cachedIcon;
}

/** Shows a menu's icon by name. The place of an unknown icon, or of one that is still loading, stays empty. */
export function MenuIcon({ name }: { name: string | null | undefined }) {
  const Icon = useIcon(name);
  return (
    <span className="anticon" style={{ display: 'inline-flex', width: '1em', height: '1em' }} aria-hidden="true">
      {Icon && <Icon />}
    </span>
  );
}
