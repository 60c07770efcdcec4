import { useState } from 'react';
import { Notice, NoticeButton } from '@/lib/notice/Notice';
import { pageTexts } from '@contract/features/signIn/signInTexts';

interface MenusFailedProps {
  readonly onRetry: () => Promise<void>;
  readonly onSignOut: () => void;
}

/** BEHAVIOUR §1.1: shown instead of a blank page if the menus can't be loaded. */
export default function MenusFailedPage({ onRetry, onSignOut }: MenusFailedProps) {
  const [busy, setBusy] = useState(false);
  const retry = () => {
    setBusy(true);
    void onRetry().finally(() => setBusy(false));
  };
  return (
    <Notice title={pageTexts.menusFailed} text="未能从服务器获取您的菜单。请检查网络后重试；如仍然失败，请联系管理员。">
      <NoticeButton first disabled={busy} onClick={retry}>
        {busy ? '正在重试…' : pageTexts.retry}
      </NoticeButton>
      <NoticeButton onClick={onSignOut}>{pageTexts.signOut}</NoticeButton>
    </Notice>
  );
}
