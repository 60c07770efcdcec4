import { Notice, NoticeButton, NoticeLink } from '@/lib/notice/Notice';
import { pageTexts } from '@contract/features/signIn/signInTexts';

/** Page for a 403 (SPEC §8). `reason`: explanation for a person who was allowed to open the page before. */
export default function ForbiddenPage({ reason }: { readonly reason?: string }) {
  return (
    <Notice
      code="401"
      title={pageTexts.forbidden}
      text={reason ?? '您的账号没有此项权限。如果工作需要，请联系管理员为您的角色授权，授权后刷新页面即可。'}
    >
      <NoticeLink to="/" first>
        {pageTexts.home}
      </NoticeLink>
      <NoticeButton onClick={() => window.history.back()}>{pageTexts.back}</NoticeButton>
    </Notice>
  );
}
