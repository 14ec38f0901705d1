import { Crowd } from './crowd.js';

describe('a crowd', () => {
  it('has room for so many, and turns away everybody else', () => {
    const crowd = new Crowd(2);
    expect([crowd.enter(), crowd.enter()].every((leave) => leave !== undefined)).toBe(true);
    expect([crowd.enter(), crowd.enter()]).toEqual([undefined, undefined]);
    expect(crowd.state).toEqual({ inside: 2, refused: 2 });
  });

  it('has room again when somebody leaves, and once only for each', () => {
    const crowd = new Crowd(1);
    const leave = crowd.enter();
    leave?.();
    leave?.();
    expect(crowd.state).toEqual({ inside: 0, refused: 0 });
    expect(crowd.enter()).toBeDefined();
    expect(crowd.enter()).toBeUndefined();
  });
});
