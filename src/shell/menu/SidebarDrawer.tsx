import { Drawer } from 'antd';
import { useSettings } from '@/session/settingsStore';
import { sidebarWidth } from '@contract/constants';
import { SidebarBrand } from './SidebarBrand';
import { SidebarMenu } from './SidebarMenu';
import styles from '../shell.module.css';

interface SidebarDrawerProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Sidebar on a phone: opens over the page and closes by a choice, Esc, or a tap beside it (SPEC §2). */
export function SidebarDrawer({ open, onClose }: SidebarDrawerProps) {
  const logo = useSettings((settings) => settings.sidebarLogo);
  return (
    <Drawer
      open={open}
      onClose={onClose}
      placement="left"
      size={sidebarWidth}
      closable={false}
      aria-label="主菜单"
      styles={{ body: { padding: 0, background: 'var(--menu)' } }}
    >
      <div className={styles.drawer}>
        {logo && <SidebarBrand collapsed={false} />}
        <nav className={styles.menu} aria-label="主菜单">
          <SidebarMenu collapsed={false} onChosen={onClose} />
        </nav>
      </div>
    </Drawer>
  );
}
