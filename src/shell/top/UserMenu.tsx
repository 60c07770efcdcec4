import { Dropdown, type MenuProps } from 'antd';
import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { lazyOr } from '@/lib/deferredPart';
import { shellTexts } from '@/lib/texts/shellTexts';
import { lockScreen } from '@/session/access/lockStore';
import { useFileUrl } from '@/session/fileUrl';
import { useSession } from '@/session/sessionStore';
import { pageTexts } from '@contract/features/signIn/signInTexts';
import { lockTexts } from '../lockScreen/lockTexts';
import { useOverlay } from '../overlays/overlayStore';
import { useFocusBack } from '../panes/useFocusBack';
import { confirmSignOut, openApp, openHelp } from '../shellCommands';
import { toggleFullscreen } from './FullscreenButton';
import type { UserMenuIconName } from './UserMenuIcon';
import styles from '../shell.module.css';

type MenuItems = NonNullable<MenuProps['items']>;

// Loads with the first opening of the menu.
const IconPlace = () => <span className={styles.iconPlace} />;
const LazyUserMenuIcon = lazyOr(async () => (await import('./UserMenuIcon')).UserMenuIcon, IconPlace);
const iconOf = (name: UserMenuIconName) => (
  // antd adds its gap to an icon, not to a component that renders one.
  <span className={styles.menuIcon}>
    <Suspense fallback={<IconPlace />}>
      <LazyUserMenuIcon name={name} />
    </Suspense>
  </span>
);

const ownItems: MenuItems = [
  { key: 'center', icon: iconOf('center'), label: shellTexts.center },
  { key: 'app', icon: iconOf('app'), label: shellTexts.app },
  { key: 'help', icon: iconOf('help'), label: shellTexts.help },
];
/** Entries for which the bar of a phone has no space. The choice of the display size is in the settings. */
const phoneItems: MenuItems = [{ key: 'fullscreen', icon: iconOf('fullscreen'), label: shellTexts.fullScreen }];
const settingsItems: MenuItems = [{ key: 'settings', icon: iconOf('settings'), label: shellTexts.settings }];
const closingItems: MenuItems = [
  { key: 'lock', icon: iconOf('lock'), label: lockTexts.lockScreen },
  { type: 'divider' },
  { key: 'logout', icon: iconOf('logout'), label: pageTexts.signOut },
];

/**
 * Menu with personal centre, app download, manual and sign-out (SPEC §2); on a phone also the entries that the bar
 * lacks.
 */
export function UserMenu({ mobile }: { readonly mobile: boolean }) {
  const user = useSession((session) => session.user);
  const navigate = useNavigate();
  const { button, onOpenChange } = useFocusBack();
  const avatar = useFileUrl(user?.avatar);
  const [brokenAvatar, setBrokenAvatar] = useState<string>();
  const name = user ? user.nickName || user.userName : '';

  const actionsByKey: Readonly<Record<string, () => unknown>> = {
    center: () => navigate('/user/center'),
    app: openApp,
    help: openHelp,
    fullscreen: toggleFullscreen,
    settings: () => useOverlay.getState().show('settings'),
    lock: lockScreen,
    logout: confirmSignOut,
  };
  const onClick: MenuProps['onClick'] = ({ key }) => {
    // The chosen entry disappears with the menu, so the overlay that opens now must return the focus to the button.
    button.current?.focus();
    void actionsByKey[key]?.();
  };

  return (
    <Dropdown
      trigger={['click']}
      autoFocus
      onOpenChange={onOpenChange}
      menu={{ items: [...ownItems, ...(mobile ? phoneItems : []), ...settingsItems, ...closingItems], onClick }}
    >
      <button
        ref={button}
        type="button"
        className={styles.user}
        aria-haspopup="menu"
        aria-label={shellTexts.userMenu(name)}
      >
        {/* An image made of a letter. As text it would become part of the button's name. */}
        <span className={styles.avatar} data-letter={name.slice(-1)} aria-hidden="true">
          {avatar && avatar !== brokenAvatar && <img src={avatar} alt="" onError={() => setBrokenAvatar(avatar)} />}
        </span>
        <span>{name}</span>
      </button>
    </Dropdown>
  );
}
