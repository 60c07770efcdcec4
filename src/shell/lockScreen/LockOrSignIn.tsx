import { useCaptcha } from '@/features/signIn/useCaptcha';
import { openLock, unlockScreen, useLock } from '@/session/access/lockStore';
import { giveUp, signInAgain, useRelogin } from '@/session/access/relogin';
import { signOutOneself } from '@/session/access/signOut';
import { anyDirty } from '@/session/tabs/tabStore';
import { failures } from '@contract/messages';
import { FullScreenDialog } from './FullScreenDialog';
import { lockTexts } from './lockTexts';
import { type Answer, PasswordForm } from './PasswordForm';

function LockScreen() {
  // Uses the browser's own question, because a dialog of the console would open behind this one.
  const handleLeave = () => {
    if (!anyDirty() || window.confirm(failures.leaveUnsaved)) void signOutOneself();
  };
  return (
    <FullScreenDialog title={lockTexts.locked} text={lockTexts.unlockHint} opaque>
      <PasswordForm
        submitText={lockTexts.unlock}
        busyText={lockTexts.unlocking}
        leaveText={lockTexts.leave}
        onSubmit={({ password }) => unlockScreen(password)}
        onLeave={handleLeave}
      />
    </FullScreenDialog>
  );
}

function Relogin({ locked }: { readonly locked: boolean }) {
  const captcha = useCaptcha();
  const reason = useRelogin((state) => state.endReason);
  const submit = async (answer: Answer) => {
    await signInAgain(answer);
    // The same password also unlocks the screen.
    openLock();
  };
  return (
    <FullScreenDialog
      title={lockTexts.sessionOver}
      text={reason ? `${reason}。${lockTexts.sessionOverHint}` : lockTexts.sessionOverHint}
      opaque={locked}
    >
      <PasswordForm
        submitText={lockTexts.signInAgain}
        busyText={lockTexts.signingInAgain}
        leaveText={lockTexts.loseAndLeave}
        captcha={captcha}
        onSubmit={submit}
        onLeave={giveUp}
      />
    </FullScreenDialog>
  );
}

/** Shows the lock screen, or the sign-in over a page whose session has ended; one at a time. */
export function LockOrSignIn() {
  const isLocked = useLock((state) => state.locked);
  const isAsking = useRelogin((state) => state.asking);
  if (isAsking) return <Relogin locked={isLocked} />;
  return isLocked ? <LockScreen /> : null;
}
