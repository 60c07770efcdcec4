import { Skeleton, Tabs } from 'antd';
import { useState } from 'react';
import { failureOf } from '@/api/callFailures';
import { CertificatePanel } from '@/features/reports/certificates/CertificatePanel';
import { LoginsPanel } from '@/features/system/center/LoginsPanel';
import { MailPanel } from '@/features/system/center/MailPanel';
import { PasswordForm } from '@/features/system/center/PasswordForm';
import { ProfileForm } from '@/features/system/center/ProfileForm';
import { SessionsPanel } from '@/features/system/center/SessionsPanel';
import { SignaturePanel } from '@/features/system/center/SignaturePanel';
import { type Profile, useProfile } from '@/features/system/center/useProfile';
import { deferredPart } from '@/lib/deferredPart';
import { RetryNotice } from '@/lib/notice/Notice';
import { useFileUrl } from '@/session/fileUrl';
import styles from '@/features/system/center/center.module.css';

const AvatarDialog = deferredPart(async () => (await import('@/features/system/center/AvatarDialog')).AvatarDialog);

/** 个人中心: the person's own account. Needs no permission, because it accesses no other row. */
export default function CenterPage() {
  const { data, error, isPending, refetch } = useProfile();
  if (isPending) return <Skeleton active avatar paragraph={{ rows: 8 }} />;
  if (!data) return <RetryNotice title="加载失败" text={failureOf(error).pageText} onRetry={() => void refetch()} />;
  return (
    <section className={styles.page} aria-label="个人中心">
      <ProfileCard profile={data} />
      <Tabs
        className={styles.panels}
        items={[
          { key: 'profile', label: '基本资料', children: <ProfileForm profile={data} /> },
          {
            key: 'password',
            label: '修改密码',
            children: <PasswordForm userName={data.userName} passwordTime={data.passwordTime} />,
          },
          { key: 'signature', label: '个人签名', children: <SignaturePanel /> },
          { key: 'certificate', label: '数字证书', children: <CertificatePanel /> },
          { key: 'mail', label: '邮件提醒', children: <MailPanel profile={data} /> },
          { key: 'sessions', label: '登录会话', children: <SessionsPanel /> },
          { key: 'logins', label: '登录记录', children: <LoginsPanel /> },
        ]}
      />
    </section>
  );
}

function ProfileCard({ profile }: { profile: Profile }) {
  const [open, setOpen] = useState(false);
  const picture = useFileUrl(profile.avatar);
  const accountFacts: [string, string][] = [
    ['用户名', profile.userName],
    ['所属机构', profile.organization?.name ?? '–'],
    ['角色', profile.isAdmin ? '平台管理员' : profile.roles.map(({ name }) => name).join('、') || '–'],
    ['到期日', profile.isAdmin || profile.id === 1 ? '不受限制' : (profile.expiryDate ?? '–')],
    ['创建时间', profile.createTime],
  ];
  return (
    <aside className={styles.card}>
      <button type="button" className={styles.avatar} onClick={() => setOpen(true)}>
        {picture ? <img src={picture} alt="" /> : <b aria-hidden="true">{profile.nickName.slice(-1)}</b>}
        <span>修改头像</span>
      </button>
      <h2>{profile.nickName}</h2>
      <dl className={styles.facts}>
        {accountFacts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <AvatarDialog wanted={open} open={open} profile={profile} onClose={() => setOpen(false)} />
    </aside>
  );
}
