import { type ComponentType, useEffect, useState } from 'react';

let set: Readonly<Record<string, ComponentType>> | undefined;
let loading: Promise<Readonly<Record<string, ComponentType>>> | undefined;

/** Loads all icons when the first one is rendered, to keep them out of the first load. */
export function loadIcons(): Promise<Readonly<Record<string, ComponentType>>> {
  loading ??= import('./iconSet').then((module) => {
    set = module.iconSet;
    return module.iconSet;
  });
  // Retries after a failed load.
  loading.catch(() => (loading = undefined));
  return loading;
}

/** Returns the icon's key. Accepts antd's name too, such as `DashboardOutlined`. */
export const keyOf = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1).replace(/Outlined$/, '');

/** Shows a menu's icon by name. Its place stays empty while icons load and for an unknown name. */
export function MenuIcon({ name }: { name: string | null | undefined }) {
  const [icons, setIcons] = useState(set);
  useEffect(() => {
    let alive = true;
    if (name && !icons)
      void loadIcons().then(
        (next) => alive && setIcons(next),
        () => undefined,
      );
    return () => {
      alive = false;
    };
  }, [name, icons]);
  const Icon = name ? icons?.[keyOf(name)] : undefined;
  return (
    <span className="anticon" style={{ display: 'inline-flex', width: '1em', height: '1em' }} aria-hidden="true">
      {Icon && <Icon />}
    </span>
  );
}
