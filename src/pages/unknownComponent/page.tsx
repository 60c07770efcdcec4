import { useEffect } from 'react';
import { Notice, NoticeLink } from '@/lib/notice/Notice';
import { pageTexts } from '@contract/features/signIn/signInTexts';

/** Shown if a menu names an unknown component (BEHAVIOUR §1.4). */
export default function UnknownComponentPage({
  title,
  path,
  component,
}: {
  title: string;
  path: string;
  component: string;
}) {
  useEffect(() => {
    console.error(`Menu "${title}" (${path}) names the component "${component}", which does not exist`);
  }, [title, path, component]);
  return (
    <Notice
      title={`${title}：${pageTexts.unknownComponent}`}
      text={
        <>
          菜单指定的组件 <code>{component || '（空）'}</code> 不存在。请在“菜单管理”中核对此菜单的组件路径。
        </>
      }
    >
      <NoticeLink to="/" first>
        {pageTexts.home}
      </NoticeLink>
    </Notice>
  );
}
