import { MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { latePart, whenIdle } from '@/lib/latePart';
import { useEffect, useState } from 'react';
import { useSession } from '@/session/sessionStore';
import { Breadcrumbs } from './Breadcrumbs';
import { FullscreenButton } from './FullscreenButton';
import styles from './shell.module.css';
import { SizePicker } from './SizePicker';
import { UserMenu } from './UserMenu';

// An administrator's alone, and heavy: it comes after the page.
const OrganizationSwitch = latePart(async () => (await import('./OrganizationSwitch')).OrganizationSwitch);

interface TopBarProps {
  readonly sidebarOpen: boolean;
  readonly mobile: boolean;
  readonly onToggleSidebar: () => void;
}

export function TopBar({ sidebarOpen, mobile, onToggleSidebar }: TopBarProps) {
  const [idle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
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
        {admin && <OrganizationSwitch wanted={idle} />}
        {!mobile && <FullscreenButton />}
        <SizePicker />
        <UserMenu />
      </div>
    </header>
  );
}
