import type { ComponentType, ReactNode } from 'react';
import { useIcon } from '@/fields/icons/MenuIcon';
import * as menuIcons from '@/fields/icons/menuIcons';

interface MenuIconByNameProps {
  readonly name: string;
  readonly fallback: ReactNode;
  readonly className?: string;
}

const bundledIcons: Readonly<Record<string, ComponentType<{ className?: string }>>> = menuIcons;

/**
 * Shows a menu's icon. The icons of the top level, which closed groups show, are bundled and appear at once; others
 * appear when they have loaded.
 */
export function MenuIconByName({ name, fallback, className }: MenuIconByNameProps) {
  const bundledIcon = Object.hasOwn(bundledIcons, name) ? bundledIcons[name] : undefined;
  const LoadedIcon = useIcon(bundledIcon ? null : name);
  const Icon = bundledIcon ?? LoadedIcon;
  return Icon ? <Icon className={className} /> : fallback;
}
