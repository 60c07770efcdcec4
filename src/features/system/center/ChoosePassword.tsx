import { Alert, Button } from 'antd';
import { signOutOneself } from '@/session/access/signOut';
import { useSession } from '@/session/sessionStore';
import { passwordTexts } from '@contract/features/signIn/passwordTexts';
import { PasswordForm } from './PasswordForm';
import styles from './center.module.css';

/** Shown instead of the console if another person set the password. */
export default function ChoosePassword() {
  const userName = useSession((session) => session.user?.userName ?? '');
  return (
    <main className={styles.choose}>
      <h1>{passwordTexts.title}</h1>
      <Alert type="info" showIcon title={passwordTexts.why} style={{ marginBottom: 16 }} />
      <PasswordForm userName={userName} />
      <Button type="link" onClick={() => void signOutOneself()}>
        退出登录
      </Button>
    </main>
  );
}
