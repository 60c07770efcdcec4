import { useSettings } from '@/session/settingsStore';
import { sidebarWidth } from '@contract/constants';
import { SidebarBrand } from './SidebarBrand';
import { SidebarMenu } from './SidebarMenu';
import styles from '../shell.module.css';

/** Width in px (docs/spec/design.md). */
const collapsedWidth = 48;

export function Sidebar({ collapsed }: { readonly collapsed: boolean }) {
  const logo = useSettings((settings) => settings.sidebarLogo);
  return (
    <aside
      className={styles.sidebar}
      style={{ width: collapsed ? collapsedWidth : sidebarWidth, background: 'var(--menu)' }}
    >
      {logo && <SidebarBrand collapsed={collapsed} />}
      <nav className={styles.menu} aria-label="主菜单">
        <SidebarMenu collapsed={collapsed} />
      </nav>
    </aside>
  );
}
