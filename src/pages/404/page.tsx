import { Notice, NoticeButton, NoticeLink } from '@/lib/notice/Notice';
import { pageTexts } from '@contract/features/signIn/signInTexts';

/** 页面不存在: says that the address has no page. */
export default function NotFoundPage() {
  return (
    <Notice
      code="404"
      title={pageTexts.notFound}
      text="地址可能输入有误，或者页面已被移走。请检查地址，或从首页重新进入。"
    >
      <NoticeLink to="/" first>
        {pageTexts.home}
      </NoticeLink>
      <NoticeButton onClick={() => window.history.back()}>{pageTexts.back}</NoticeButton>
    </Notice>
  );
}
