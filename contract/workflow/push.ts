import { defineMachine } from './machine';

// PRODUCT §2: moved by the outbox worker; the reason of a failure is the platform's answer, kept with the retry count.
export const pushMachine = defineMachine({
  name: 'push',
  label: '推送',
  initial: 'waiting',
  states: {
    waiting: { label: '待推送', tone: 'waiting' },
    // What is on its way must stay what was sent.
    pushing: { label: '推送中', tone: 'active', locked: true },
    succeeded: { label: '成功', tone: 'good', locked: true, final: true },
    failed: { label: '失败', tone: 'bad' },
  },
  moves: [
    { key: 'start', label: '开始推送', from: ['waiting'], to: 'pushing', by: ['system'] },
    { key: 'succeed', label: '推送成功', from: ['pushing'], to: 'succeeded', by: ['system'] },
    { key: 'fail', label: '推送失败', from: ['pushing'], to: 'failed', by: ['system'], needsReason: true },
    // A worker that died leaves its push behind; another takes it up again.
    { key: 'release', label: '重新排队', from: ['pushing'], to: 'waiting', by: ['system'], needsReason: true },
    { key: 'retry', label: '重新推送', from: ['failed'], to: 'waiting', by: ['system', 'reporter', 'admin'] },
  ],
});
