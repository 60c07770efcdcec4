import { useCaptcha } from '@/features/signIn/useCaptcha';
import { openLock, unlock, useLock } from '@/session/door/lockStore';
import { giveUp, signInAgain, useRelogin } from '@/session/door/relogin';
import { signOutOneself } from '@/session/door/signOut';
import { anyDirty } from '@/session/tabs/tabStore';
import { failures } from '@contract/messages';
import { Gate } from './Gate';
import { lockTexts } from './lockTexts';
import { type Answer, PasswordForm } from './PasswordForm';

function LockScreen() {
  // Uses the browser's own question, because a dialog of the console would open behind this one.
  const leave = () => {
    if (!anyDirty() || window.confirm(failures.leaveUnsaved)) void signOutOneself();
  };
  return (
    <Gate title={lockTexts.locked} text={lockTexts.unlockHint} opaque>
      <PasswordForm
        submitText={lockTexts.unlock}
        busyText={lockTexts.unlocking}
        leaveText={lockTexts.leave}
        onSubmit={({ password }) => unlock(password)}
        onLeave={leave}
      />
    </Gate>
  );
}

function Relogin({ locked }: { readonly locked: boolean }) {
  const captcha = useCaptcha();
  const why = useRelogin((state) => state.why);
  const submit = async (answer: Answer) => {
    await signInAgain(answer);
    // The same password also unlocks the screen.
    openLock();
  };
  return (
    <Gate
      title={lockTexts.sessionOver}
      text={why ? `${why}。${lockTexts.sessionOverHint}` : lockTexts.sessionOverHint}
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
    </Gate>
  );
}

/** Shows the lock screen, or the sign-in over a page whose session has ended; one at a time. */
export function Gates() {
  const locked = useLock((state) => state.locked);
  const asking = useRelogin((state) => state.asking);
  if (asking) return <Relogin locked={locked} />;
  return locked ? <LockScreen /> : null;
}
