import { codeOf } from '../failure.js';

const tries = 5;
const restMs = 100;

/** Two commands at once may get in each other's way; one of them tries again. The work is a transaction of its own. */
export async function retryOnDeadlock<T>(work: () => Promise<T>, left = tries): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isCollision = ['40001', '40P01'].includes(codeOf(error) ?? '');
    if (!isCollision || left <= 1) throw error;
    await new Promise((resolve) => setTimeout(resolve, restMs));
    return retryOnDeadlock(work, left - 1);
  }
}
