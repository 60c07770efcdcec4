import { platformDictionaries } from '@contract/dictionaries/platforms';
import { defineMachine, statesOf } from '@contract/workflow/stateMachine';

// Push to a platform (PRODUCT §2, DOMAIN §7.8), which the outbox worker performs. The reason of a failure is the
// platform's answer, stored with the retry count.
export const pushMachine = defineMachine({
  name: 'push',
  label: '推送',
  initial: 'waiting',
  // The row of a running push is locked, because it must equal the sent message.
  states: statesOf(platformDictionaries.pushState, {
    pushing: { locked: true },
    succeeded: { locked: true, final: true },
    withdrawn: { final: true },
  }),
  moves: [
    { key: 'start', label: '开始推送', from: ['waiting'], to: 'pushing', by: ['system'] },
    { key: 'succeed', label: '推送成功', from: ['pushing'], to: 'succeeded', by: ['system'] },
    { key: 'fail', label: '推送失败', from: ['pushing'], to: 'failed', by: ['system'], needsReason: true },
    // The push was not delivered and will be repeated, or a worker stopped during it.
    { key: 'release', label: '稍后重试', from: ['pushing'], to: 'waiting', by: ['system'], needsReason: true },
    { key: 'retry', label: '重新推送', from: ['failed'], to: 'waiting', by: ['reporter', 'admin'] },
    // Cancels a push that was not sent yet.
    {
      key: 'cancel',
      label: '撤回',
      from: ['waiting', 'failed'],
      to: 'withdrawn',
      by: ['reporter', 'admin'],
      needsReason: true,
    },
    // The platform may have the report, so it has to accept the withdrawal.
    {
      key: 'recall',
      label: '向平台撤回',
      from: ['succeeded', 'failed', 'waiting'],
      to: 'waiting',
      by: ['reporter', 'admin'],
      needsReason: true,
    },
    // A person uploaded the file, or agreed with the platform where it has no call for this.
    { key: 'handUploaded', label: '登记已上传', from: ['waiting'], to: 'succeeded', by: ['reporter', 'admin'] },
    {
      key: 'handTakenBack',
      label: '登记平台已撤回',
      from: ['succeeded', 'failed'],
      to: 'withdrawn',
      by: ['reporter', 'admin'],
      needsReason: true,
    },
    { key: 'sendBack', label: '平台退回', from: ['succeeded'], to: 'failed', by: ['system'], needsReason: true },
    { key: 'takenBack', label: '平台已撤回', from: ['pushing'], to: 'withdrawn', by: ['system'], needsReason: true },
    {
      key: 'again',
      label: '再次推送',
      from: ['withdrawn'],
      to: 'waiting',
      by: ['reporter', 'admin'],
      needsReason: true,
    },
  ],
});
