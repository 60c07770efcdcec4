import { menuBackground, sidebarWidth } from '@contract/constants';
import { Layout } from 'antd';
import { useSettings } from '@/session/settingsStore';
import { Brand } from './Brand';
import styles from './shell.module.css';
import { SidebarMenu } from './SidebarMenu';

/** px (LOOK.md) */
const collapsedWidth = 48;

export function Sidebar({ collapsed }: { readonly collapsed: boolean }) {
  const logo = useSettings((settings) => settings.sidebarLogo);
  return (
    <Layout.Sider
      className={styles.sidebar}
      width={sidebarWidth}
      collapsedWidth={collapsedWidth}
      collapsed={collapsed}
      trigger={null}
      collapsible
      style={{ background: menuBackground }}
    >
      {logo && <Brand collapsed={collapsed} />}
      <nav className={styles.menu} aria-label="主菜单">
        <SidebarMenu collapsed={collapsed} />
      </nav>
    </Layout.Sider>
  );
}
