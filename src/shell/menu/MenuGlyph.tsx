import type { ComponentType, ReactNode } from 'react';
import { useIcon } from '@/fields/icons/MenuIcon';
import * as menuIcons from '@/fields/icons/menuIcons';

interface MenuGlyphProps {
  readonly name: string;
  readonly otherwise: ReactNode;
  readonly className?: string;
}

const atHand: Readonly<Record<string, ComponentType<{ className?: string }>>> = menuIcons;

/** Shows a menu's icon: icons of closed groups at once, others after they have loaded. */
export function MenuGlyph({ name, otherwise, className }: MenuGlyphProps) {
  const held = Object.hasOwn(atHand, name) ? atHand[name] : undefined;
  const Found = useIcon(held ? null : name);
  const Glyph = held ?? Found;
  return Glyph ? <Glyph className={className} /> : otherwise;
}
