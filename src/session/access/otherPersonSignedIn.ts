import { fetchInfo } from '@/api/auth';
import { onOtherPerson } from '@/api/client';
import { navigation } from '@/lib/browser/navigation';
import { feedback } from '@/lib/feedback';
import { failures } from '@contract/messages';
import { readToken } from '../credentials';
import { useSession } from '../sessionStore';

let isAsking = false;

/** Shows that another person is signed in. The page stays, so that typed text can be copied, but nothing is sent. */
async function announceOtherPerson(): Promise<void> {
  if (isAsking) return;
  isAsking = true;
  const reload = await feedback.confirm(failures.otherPerson, {
    title: '账号已切换',
    okText: '重新加载',
    cancelText: '留在本页',
  });
  isAsking = false;
  if (reload) navigation.reload();
}

/** Detects another person's session as soon as the window becomes visible, not only at the next request. */
export function followOtherPerson(): () => void {
  let token = readToken();
  const checkPerson = (): void => {
    const now = readToken();
    if (document.hidden || now === token || now === undefined || !useSession.getState().user) return;
    token = now;
    // A new session may belong to the same person, which only the server knows.
    fetchInfo().catch(() => undefined);
  };
  const stop = onOtherPerson(() => void announceOtherPerson());
  document.addEventListener('visibilitychange', checkPerson);
  window.addEventListener('focus', checkPerson);
  return () => {
    stop();
    document.removeEventListener('visibilitychange', checkPerson);
    window.removeEventListener('focus', checkPerson);
  };
}
