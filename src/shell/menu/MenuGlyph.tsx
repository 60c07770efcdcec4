import { type ComponentType, type ReactNode, Suspense } from 'react';
import { lazyOr } from '@/lib/latePart';
import * as menuIcons from './menuIcons';

interface MenuGlyphProps {
  readonly name: string;
  readonly otherwise: ReactNode;
  readonly className?: string;
}

const Other = lazyOr<MenuGlyphProps>(
  async () => {
    const [{ iconSet }, { keyOf }] = await Promise.all([
      import('@/fields/icons/iconSet'),
      import('@/fields/icons/MenuIcon'),
    ]);
    return function OtherGlyph({ name, otherwise, className }) {
      const key = keyOf(name);
      const Glyph: ComponentType<{ className?: string }> | undefined = Object.hasOwn(iconSet, key)
        ? iconSet[key]
        : undefined;
      return Glyph ? <Glyph className={className} /> : otherwise;
    };
  },
  ({ otherwise }) => otherwise,
);

export function MenuGlyph(props: MenuGlyphProps) {
  const { name, otherwise, className } = props;
  const Glyph: ComponentType<{ className?: string }> | undefined = Object.hasOwn(menuIcons, name)
    ? menuIcons[name as keyof typeof menuIcons]
    : undefined;
  return Glyph ? (
    <Glyph className={className} />
  ) : (
    <Suspense fallback={otherwise}>
      <Other {...props} />
    </Suspense>
  );
}
