import type { ComponentType, ReactNode } from 'react';
import { useIcon } from '@/fields/icons/MenuIcon';
import * as menuIcons from '@/fields/icons/menuIcons';

interface MenuGlyphProps {
  readonly name: string;
  readonly fallback: ReactNode;
  readonly className?: string;
}

const atHand: Readonly<Record<string, ComponentType<{ className?: string }>>> = menuIcons;

/** Shows a menu's icon: icons of closed groups at once, others after they have loaded. */
export function MenuGlyph({ name, fallback, className }: MenuGlyphProps) {
  const bundledIcon = Object.hasOwn(atHand, name) ? atHand[name] : undefined;
  const LoadedIcon = useIcon(bundledIcon ? null : name);
  const Glyph = bundledIcon ?? LoadedIcon;
  return Glyph ? <Glyph className={className} /> : fallback;
}
