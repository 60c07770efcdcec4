import { LogoutOutlined, UserOutlined } from '@ant-design/icons';
import { failures, messages } from '@contract/messages';
import { Avatar, Dropdown, type MenuProps } from 'antd';
import { useNavigate } from 'react-router-dom';
import { feedback } from '@/lib/feedback';
import { useSession } from '@/session/sessionStore';
import { signOut } from '@/session/signOut';
import { useTabs } from '@/session/tabStore';
import styles from './shell.module.css';
import { anyDirty } from './useLeaveQuestion';

const items: MenuProps['items'] = [
  { key: 'center', icon: <UserOutlined />, label: '个人中心' },
  { type: 'divider' },
  { key: 'logout', icon: <LogoutOutlined />, label: '退出登录' },
];

async function logout(): Promise<void> {
  const dirty = anyDirty();
  if (!(await feedback.confirm(messages.confirmLogout, dirty ? { title: failures.leaveUnsaved, danger: true } : {}))) return;
  // Asked and answered: the browser is not to ask again when everything is loaded anew.
  useTabs.getState().clear();
  await signOut();
}

export function UserMenu() {
  const user = useSession((session) => session.user);
  const navigate = useNavigate();
  const name = user ? user.nickName || user.userName : '';
  const onClick: MenuProps['onClick'] = ({ key }) => {
    if (key === 'logout') void logout();
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
