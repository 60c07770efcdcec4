import {
  FullscreenOutlined,
  LockOutlined,
  LogoutOutlined,
  MobileOutlined,
  QuestionCircleOutlined,
  SettingOutlined,
  UserOutlined,
} from '@ant-design/icons';

const iconOfEntry = {
  center: UserOutlined,
  app: MobileOutlined,
  help: QuestionCircleOutlined,
  fullscreen: FullscreenOutlined,
  settings: SettingOutlined,
  lock: LockOutlined,
  logout: LogoutOutlined,
} as const;

export type UserMenuIconName = keyof typeof iconOfEntry;

export function UserMenuIcon({ name }: { readonly name: UserMenuIconName }) {
  const Icon = iconOfEntry[name];
  return <Icon />;
}
