import {
  AuditOutlined,
  BankOutlined,
  BellOutlined,
  ClusterOutlined,
  EnvironmentOutlined,
  ExperimentOutlined,
  FilePdfOutlined,
  FileTextOutlined,
  HomeOutlined,
  InboxOutlined,
  ProjectOutlined,
  SafetyCertificateOutlined,
  SettingOutlined,
  ShareAltOutlined,
  ShopOutlined,
  SolutionOutlined,
  ToolOutlined,
  WarningOutlined,
} from '@ant-design/icons';
import { type ComponentType, type ReactNode, Suspense } from 'react';
import { lazyOr } from '@/lib/latePart';

interface MenuGlyphProps {
  readonly name: string;
  readonly otherwise: ReactNode;
  readonly className?: string;
}

// What the seeded menus show while all their groups are closed; the whole set, four times as large, comes with the first other one.
const first: Readonly<Record<string, ComponentType<{ className?: string }>>> = {
  AuditOutlined,
  BankOutlined,
  BellOutlined,
  ClusterOutlined,
  EnvironmentOutlined,
  ExperimentOutlined,
  FilePdfOutlined,
  FileTextOutlined,
  HomeOutlined,
  InboxOutlined,
  ProjectOutlined,
  SafetyCertificateOutlined,
  SettingOutlined,
  ShareAltOutlined,
  ShopOutlined,
  SolutionOutlined,
  ToolOutlined,
  WarningOutlined,
};

const Other = lazyOr<MenuGlyphProps>(async () => {
  const [{ iconSet }, { keyOf }] = await Promise.all([import('@/fields/icons/iconSet'), import('@/fields/icons/MenuIcon')]);
  return function OtherGlyph({ name, otherwise, className }) {
    const key = keyOf(name);
    const Glyph: ComponentType<{ className?: string }> | undefined = Object.hasOwn(iconSet, key) ? iconSet[key] : undefined;
    return Glyph ? <Glyph className={className} /> : otherwise;
  };
}, ({ otherwise }) => otherwise);

export function MenuGlyph(props: MenuGlyphProps) {
  const { name, otherwise, className } = props;
  const Glyph = Object.hasOwn(first, name) ? first[name] : undefined;
  return Glyph ? <Glyph className={className} /> : <Suspense fallback={otherwise}><Other {...props} /></Suspense>;
}
