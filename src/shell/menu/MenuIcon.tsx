import { ExportOutlined, FileOutlined, FolderOutlined } from '@ant-design/icons';
import { Suspense } from 'react';
import { lazyOr } from '@/lib/deferredPart';
import styles from '../shell.module.css';

// Icons load after the text. Their space is reserved.
const MenuIconByName = lazyOr(
  async () => (await import('./MenuIconByName')).MenuIconByName,
  ({ fallback }) => fallback,
);

interface MenuIconProps {
  readonly name: string | null | undefined;
  readonly group: boolean;
  readonly external: boolean;
}

/**
 * Shows a menu's icon by name. Without one it shows an icon of its kind; otherwise a collapsed sidebar would be
 * empty.
 */
export function MenuIcon({ name, group, external, ...rest }: MenuIconProps & { readonly className?: string }) {
  const kind = external ? (
    <ExportOutlined {...rest} />
  ) : group ? (
    <FolderOutlined {...rest} />
  ) : (
    <FileOutlined {...rest} />
  );
  if (!name) return kind;
  return (
    <Suspense fallback={<span {...rest} className={`${rest.className ?? ''} ${styles.iconPlace}`} />}>
      <MenuIconByName name={name} fallback={kind} {...rest} />
    </Suspense>
  );
}
