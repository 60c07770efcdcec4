import { type ComponentType, useEffect, useState } from 'react';

let set: Readonly<Record<string, ComponentType>> | undefined;
let loading: Promise<Readonly<Record<string, ComponentType>>> | undefined;

/** The whole set, loaded when the first icon is drawn: it is not worth a place before the first paint. */
export function loadIcons(): Promise<Readonly<Record<string, ComponentType>>> {
  loading ??= import('./iconSet').then((module) => {
    set = module.iconSet;
    return module.iconSet;
  });
  // Once lost, asked for again the next time.
  loading.catch(() => (loading = undefined));
  return loading;
}

/** Also takes `DashboardOutlined`, the name that antd gives it. */
export const keyOf = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1).replace(/Outlined$/, '');

/** A menu's icon by name; its place is kept while it loads, and empty when nobody knows the name. */
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
