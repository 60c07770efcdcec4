import { MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useSession } from '@/session/sessionStore';
import { Breadcrumbs } from './Breadcrumbs';
import { FullscreenButton } from './FullscreenButton';
import { OrganizationSwitch } from './OrganizationSwitch';
import styles from './shell.module.css';
import { SizePicker } from './SizePicker';
import { UserMenu } from './UserMenu';

interface TopBarProps {
  readonly sidebarOpen: boolean;
  readonly mobile: boolean;
  readonly onToggleSidebar: () => void;
}

export function TopBar({ sidebarOpen, mobile, onToggleSidebar }: TopBarProps) {
  const admin = useSession((session) => session.user?.isAdmin === true);
  const label = sidebarOpen ? '收起菜单' : '展开菜单';
  return (
    <header className={styles.topBar}>
      <Button
        type="text"
        icon={sidebarOpen && !mobile ? <MenuFoldOutlined /> : <MenuUnfoldOutlined />}
        aria-label={label}
        aria-expanded={sidebarOpen}
        title={label}
        onClick={onToggleSidebar}
      />
      <Breadcrumbs />
      <div className={styles.tools}>
        {admin && <OrganizationSwitch />}
        {!mobile && <FullscreenButton />}
        <SizePicker />
        <UserMenu />
      </div>
    </header>
  );
}
