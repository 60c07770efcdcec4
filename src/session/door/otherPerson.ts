import { fetchInfo } from '@/api/auth';
import { onOtherPerson } from '@/api/client';
import { navigation } from '@/lib/browser/navigation';
import { feedback } from '@/lib/feedback';
import { failures } from '@contract/messages';
import { readToken } from '../credentials';
import { useSession } from '../sessionStore';

let asking = false;

/** Shows that another person is signed in. The page stays, so that typed text can be copied, but nothing is sent. */
async function tell(): Promise<void> {
  if (asking) return;
  asking = true;
  const reload = await feedback.confirm(failures.otherPerson, {
    title: '账号已切换',
    okText: '重新加载',
    cancelText: '留在本页',
  });
  asking = false;
  if (reload) navigation.reload();
}

/** Detects another person's session as soon as the window becomes visible, not only at the next request. */
export function followOtherPerson(): () => void {
  let token = readToken();
  const look = (): void => {
    const now = readToken();
    if (document.hidden || now === token || now === undefined || !useSession.getState().user) return;
    token = now;
    // A new session may belong to the same person, which only the server knows.
    fetchInfo().catch(() => undefined);
  };
  const stop = onOtherPerson(() => void tell());
  document.addEventListener('visibilitychange', look);
  window.addEventListener('focus', look);
  return () => {
    stop();
    document.removeEventListener('visibilitychange', look);
    window.removeEventListener('focus', look);
  };
}
