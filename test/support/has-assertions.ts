/** A loop or a callback that does not run asserts nothing. Its test would be green whatever the code does. */
beforeEach(() => {
  expect.hasAssertions();
});
