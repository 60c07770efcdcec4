import { LogoutOutlined, UserOutlined } from '@ant-design/icons';
import { failures } from '@contract/messages';
import { Avatar, Dropdown, type MenuProps } from 'antd';
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
  const name = user ? user.nickName || user.userName : '';
  const onClick: MenuProps['onClick'] = ({ key }) => {
    if (key === 'logout') void askAndSignOut(anyDirty() ? failures.leaveUnsaved : undefined);
    else void navigate('/user/center');
  };
  return (
    <Dropdown trigger={['click']} autoFocus menu={{ items, onClick }}>
      <button type="button" className={styles.user} aria-haspopup="menu" aria-label={`用户菜单：${name}`}>
        <Avatar size={26} src={user?.avatar || undefined} alt="">
          {name.slice(-1)}
        </Avatar>
        <span>{name}</span>
      </button>
    </Dropdown>
  );
}
