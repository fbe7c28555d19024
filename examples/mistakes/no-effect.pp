# A value that nobody uses: `notice` is missing.
'starting'
notice('done')
