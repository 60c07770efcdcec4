import { LogoutOutlined, UserOutlined } from '@ant-design/icons';
import { failures } from '@contract/messages';
import { Dropdown, type MenuProps } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSession } from '@/session/sessionStore';
import { askAndSignOut } from '@/session/signOut';
import styles from './shell.module.css';
import { anyDirty } from './useLeaveQuestion';

const items: MenuProps['items'] = [
  { key: 'center', icon: <UserOutlined />, label: '个人中心' },
  { type: 'divider' },
  { key: 'logout', icon: <LogoutOutlined />, label: '退出登录' },
];

export function UserMenu() {
  const user = useSession((session) => session.user);
  const navigate = useNavigate();
  const avatar = user?.avatar;
  const [broken, setBroken] = useState<string>();
  const name = user ? user.nickName || user.userName : '';
  const onClick: MenuProps['onClick'] = ({ key }) => {
    if (key === 'logout') void askAndSignOut(anyDirty() ? failures.leaveUnsaved : undefined);
    else void navigate('/user/center');
  };
  return (
    <Dropdown trigger={['click']} autoFocus menu={{ items, onClick }}>
      <button type="button" className={styles.user} aria-haspopup="menu" aria-label={`用户菜单 ${name}`}>
        {/* A picture made of a letter: as text it would be part of what the button is called. */}
        <span className={styles.avatar} data-letter={name.slice(-1)} aria-hidden="true">
          {avatar && avatar !== broken && <img src={avatar} alt="" onError={() => setBroken(avatar)} />}
        </span>
        <span>{name}</span>
      </button>
    </Dropdown>
  );
}
