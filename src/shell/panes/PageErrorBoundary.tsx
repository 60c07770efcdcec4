import { Component, type ReactNode } from 'react';
import { isChunkFailure, messageOf } from '@/lib/browser/chunkFailure';
import { navigation } from '@/lib/browser/navigation';
import { CopyButton } from '@/lib/CopyButton';
import { Notice, NoticeButton } from '@/lib/notice/Notice';

interface PageErrorBoundaryProps {
  readonly children: ReactNode;
}

interface PageErrorBoundaryState {
  readonly error: unknown;
}

const requestIdOf = (error: unknown): string | undefined => {
  const id: unknown = typeof error === 'object' && error !== null && 'requestId' in error ? error.requestId : undefined;
  return typeof id === 'string' ? id : undefined;
};

/** Prevents an error in one page from affecting other pages and the shell (DESIGN §4.3). */
export class PageErrorBoundary extends Component<PageErrorBoundaryProps, PageErrorBoundaryState> {
  override state: PageErrorBoundaryState = { error: null };

  static getDerivedStateFromError(error: unknown): PageErrorBoundaryState {
    // Any value may be thrown, null included.
    return { error: error ?? new Error('未知错误') };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return <PageError error={error} onRetry={() => this.setState({ error: null })} />;
  }
}

function PageError({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  if (isChunkFailure(error)) {
    return (
      <div role="alert">
        <Notice title="页面加载失败" text="可能是网络中断，或系统已更新到新版本。请重新加载后继续。">
          <NoticeButton first onClick={navigation.reload}>
            重新加载
          </NoticeButton>
        </Notice>
      </div>
    );
  }
  const requestId = requestIdOf(error);
  const errorText = requestId ? `${messageOf(error)}（请求编号：${requestId}）` : messageOf(error);
  return (
    <div role="alert">
      <Notice
        title="页面出现错误"
        text={
          <>
            其他页面不受影响。请重试；如再次出现，请把下面的信息告诉管理员。
            <br />
            <code>{errorText}</code> <CopyButton text={errorText} />
          </>
        }
      >
        <NoticeButton first onClick={onRetry}>
          重试
        </NoticeButton>
      </Notice>
    </div>
  );
}
