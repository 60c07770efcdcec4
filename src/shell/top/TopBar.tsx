import {
  MenuFoldOutlined,
  MenuUnfoldOutlined,
  MobileOutlined,
  QuestionCircleOutlined,
  SettingOutlined,
} from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { afterPage, deferredPart } from '@/lib/deferredPart';
import { shellTexts } from '@/lib/texts/shellTexts';
import { useSession } from '@/session/sessionStore';
import { useOverlay } from '../overlays/overlayStore';
import { PaletteButton } from '../palette/PaletteButton';
import { openApp, openHelp } from '../shellCommands';
import { Breadcrumbs } from './Breadcrumbs';
import { FullscreenButton } from './FullscreenButton';
import { NoticeBell } from './NoticeBell';
import { SizePicker } from './SizePicker';
import { UserMenu } from './UserMenu';
import styles from '../shell.module.css';

// For administrators only and large, so it loads after the page.
const OrganizationSwitch = deferredPart(async () => (await import('./OrganizationSwitch')).OrganizationSwitch);

// Only samplers have a queue, and its first check can wait for the page.
const OutboxMark = deferredPart(async () => (await import('@/outbox/OutboxMark')).OutboxMark);

interface TopBarProps {
  readonly sidebarOpen: boolean;
  readonly mobile: boolean;
  readonly onToggleSidebar: () => void;
}

function AppButton() {
  return (
    <Button
      className={styles.ifWide}
      type="text"
      icon={<MobileOutlined />}
      aria-label={shellTexts.app}
      aria-haspopup="dialog"
      title={shellTexts.app}
      onClick={() => void openApp()}
    />
  );
}

export function TopBar({ sidebarOpen, mobile, onToggleSidebar }: TopBarProps) {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => afterPage(() => setIdle(true)), []);
  const admin = useSession((session) => session.user?.isAdmin === true);
  const show = useOverlay((state) => state.show);
  const label = sidebarOpen ? shellTexts.closeMenu : shellTexts.openMenu;
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
        <OutboxMark wanted={isIdle} />
        <PaletteButton />
        {admin && <OrganizationSwitch wanted={isIdle} />}
        {!mobile && <FullscreenButton />}
        {!mobile && <SizePicker />}
        {!mobile && (
          <Button
            type="text"
            icon={<SettingOutlined />}
            aria-label={shellTexts.settings}
            aria-haspopup="dialog"
            title={shellTexts.settings}
            onClick={() => show('settings')}
          />
        )}
        <NoticeBell />
        {/* SPEC §2 has app and help both here and in the user menu; in a narrow window the breadcrumb needs the space. */}
        {!mobile && <AppButton />}
        {!mobile && (
          <Button
            className={styles.ifWide}
            type="text"
            icon={<QuestionCircleOutlined />}
            aria-label={shellTexts.help}
            title={shellTexts.help}
            onClick={() => void openHelp()}
          />
        )}
        <UserMenu mobile={mobile} />
      </div>
    </header>
  );
}
