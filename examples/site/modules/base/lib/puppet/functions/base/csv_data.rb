# Reads data from a table: after the heading, each line has a key and a value.
Puppet::Functions.create_function(:'base::csv_data') do
  dispatch :csv_data do
    param 'Struct[{ path => String[1] }]', :options
    param 'Puppet::LookupContext', :context
    return_type 'Hash[String, Data]'
  end

  def csv_data(options, context)
    context.cached_file_data(options['path']) do |text|
      text.lines(chomp: true).drop(1).to_h do |line|
        key, value = line.split(',', 2)
        [key, value.match?(/\A\d+\z/) ? value.to_i : value]
      end
    end
  end
end
